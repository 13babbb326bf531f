const filters = ['creditos', 'anticipos'] as const

interface RequestsSearch {
  filter?: (typeof filters)[number] | undefined
}

/** The filter of the worker's requests. */
export function requestsSearch(search: Record<string, unknown>): RequestsSearch {
  return { filter: filters.find((filter) => filter === search.filter) }
}
