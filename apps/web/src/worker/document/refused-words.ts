import { type DocumentKind, documentLabel } from '@quincena/domain/documents/rules'

const inASentence = (kind: DocumentKind) =>
  `tu ${documentLabel(kind).replace(/^[A-Z](?=[a-zá])/, (first) => first.toLowerCase())}`

/** Texts that name the refused documents to send again; null if there are none. */
export function refusedWords(kinds: readonly DocumentKind[]): { title: string; text: string } | null {
  if (kinds.length === 0) return null
  const names = new Intl.ListFormat('es').format(kinds.map(inASentence))
  return {
    title: kinds.length === 1 ? 'Un documento no se aceptó' : `${kinds.length} documentos no se aceptaron`,
    text: `Sube de nuevo ${names} para poder solicitar créditos y anticipos.`,
  }
}
