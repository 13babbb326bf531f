const searches = new Map<string, object>()

/** Remembers the page and filters with which a list was last shown, until the page is closed. */
export function rememberSearch(path: string, search: object): void {
  searches.set(path, search)
}

/** The page and filters with which a list was last shown; empty if it was not shown yet. */
export const lastSearchOf = (path: string): object => searches.get(path) ?? {}
