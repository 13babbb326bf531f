import { onSessionEnd } from './session.ts'

const searches = new Map<string, object>()
// They may name people: the next user of this tab does not see them.
onSessionEnd(() => searches.clear())

/** Parameters that open the form of a new record. */
const openForms = ['nuevo', 'nueva', 'persona']

/** Remembers the page and filters with which a list was last shown, until the page is closed. */
export function rememberSearch(path: string, search: object): void {
  const kept = Object.entries(search).filter(([name]) => !openForms.includes(name))
  searches.set(path, Object.fromEntries(kept))
}

/** The page and filters with which a list was last shown; empty if it was not shown yet. */
export const lastSearchOf = (path: string): object => searches.get(path) ?? {}
