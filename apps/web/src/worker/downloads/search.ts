const kinds = ['contratos', 'comprobantes', 'estados'] as const

interface DownloadsSearch {
  kind?: (typeof kinds)[number] | undefined
}

/** The filter of the worker's downloads. */
export function downloadsSearch(search: Record<string, unknown>): DownloadsSearch {
  return { kind: kinds.find((kind) => kind === search.kind) }
}
