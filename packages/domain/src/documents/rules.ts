/** The five documents a worker must have. */
export const DOCUMENT_KINDS = [
  'INE',
  'CURP',
  'COMPROBANTE_DE_DOMICILIO',
  'CIF',
  'CARATULA_DE_CUENTA_BANCARIA',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const DOCUMENT_LIMIT_BYTES = 10 * 1024 * 1024

const LABELS: Record<DocumentKind, string> = {
  INE: 'INE',
  CURP: 'CURP',
  COMPROBANTE_DE_DOMICILIO: 'Comprobante de domicilio',
  CIF: 'CIF',
  CARATULA_DE_CUENTA_BANCARIA: 'Carátula de cuenta bancaria',
}

/** What people read for a kind. */
export function documentLabel(kind: DocumentKind): string {
  return LABELS[kind]
}

/** The kind a file name stands for; accents, case, separators and `.pdf` do not count. Null for any other name. */
export function documentKind(filename: string): DocumentKind | null {
  const plain = filename
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toUpperCase()
    .trim()
    .replace(/\.PDF$/, '')
    .replace(/[\s_-]+/g, '_')
  return DOCUMENT_KINDS.find((kind) => kind === plain) ?? null
}

/** Which of the current documents were not accepted, in the order of the five. */
export function refusedKinds(documents: readonly { kind: string; review: string }[]): DocumentKind[] {
  return DOCUMENT_KINDS.filter((kind) =>
    documents.some((document) => document.kind === kind && document.review === 'refused'),
  )
}

/** How many documents a worker must have. */
export const DOCUMENT_COUNT = DOCUMENT_KINDS.length

/** True when all five kinds are there and none was refused. */
export function hasAllDocuments(documents: readonly { kind: string; review: string }[]): boolean {
  const good = new Set(documents.filter(({ review }) => review !== 'refused').map(({ kind }) => kind))
  return DOCUMENT_KINDS.every((kind) => good.has(kind))
}
