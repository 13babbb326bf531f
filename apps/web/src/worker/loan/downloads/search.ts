const kinds = ['contratos', 'comprobantes', 'estados', 'constancias'] as const

interface DownloadsSearch {
  kind?: (typeof kinds)[number] | undefined
}

/** Validated URL search of the downloads screen. */
export function downloadsSearch(search: Record<string, unknown>): DownloadsSearch {
  return { kind: kinds.find((kind) => kind === search.kind) }
}
