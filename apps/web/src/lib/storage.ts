type Key =
  | 'token'
  | 'leaving'
  | 'device'
  | 'last-path'
  | 'last-seen'
  | 'drawer'
  | 'consents'
  | 'push'
  | 'install'

const prefix = 'quincena.'

/** A stored value, or null; a browser that forbids storage behaves as if nothing was stored. */
export function stored(key: Key): string | null {
  try {
    return localStorage.getItem(prefix + key)
  } catch {
    return null
  }
}

/** Stores a value, or forgets it when null. */
export function store(key: Key, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key)
    else localStorage.setItem(prefix + key, value)
  } catch {
    // Private windows may forbid storage: the session then lasts as long as the page.
  }
}

type TabKey = 'assistances'

/** What this tab keeps until it is closed, or null. */
export function storedInTab(key: TabKey): string | null {
  try {
    return sessionStorage.getItem(prefix + key)
  } catch {
    return null
  }
}

/** Keeps a value as long as this tab lives, or forgets it when null. */
export function storeInTab(key: TabKey, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, value)
  } catch {
    // As above: what cannot be kept is asked for again.
  }
}
