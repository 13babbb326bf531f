const filters = ['creditos', 'anticipos'] as const

interface RequestsSearch {
  filter?: (typeof filters)[number] | undefined
}

/** Validated URL search of the list of requests. */
export function requestsSearch(search: Record<string, unknown>): RequestsSearch {
  return { filter: filters.find((filter) => filter === search.filter) }
}
