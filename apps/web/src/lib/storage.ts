type Key =
  | 'session'
  | 'token'
  | 'leaving'
  | 'device'
  | 'last-path'
  | 'last-seen'
  | 'drafts'
  | 'signatures'
  | 'drawer'
  | 'idle-until'
  | 'shortcuts'
  | 'tables'
  | 'consents'
  | 'faq'
  | 'push'
  | 'install'

const prefix = 'quincena.'

/** The stored value, or null; also null in a browser that forbids storage. */
export function stored(key: Key): string | null {
  try {
    return localStorage.getItem(prefix + key)
  } catch {
    return null
  }
}

/** Stores a value; null removes it. Returns false if the browser forbids storage or has no space left. */
export function store(key: Key, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(prefix + key)
    else localStorage.setItem(prefix + key, value)
    return true
  } catch {
    return false // for example a private window; a session then ends with the page
  }
}

type TabKey = 'assistances'

/** The value that this tab stores until it is closed, or null. */
export function storedInTab(key: TabKey): string | null {
  try {
    return sessionStorage.getItem(prefix + key)
  } catch {
    return null
  }
}

/** Stores a value until this tab is closed; null removes it. */
export function storeInTab(key: TabKey, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, value)
  } catch {
    // Storage is forbidden: the app asks for the value again.
  }
}
