import { DOCUMENT_LIMIT_BYTES } from '@quincena/domain/documents/rules'
import { messageOf } from '@quincena/domain/messages'

const startBytes = 1024

export const notPdfText = (filename: string) => `El archivo seleccionado no es un PDF: ${filename}`

/** The text against a file that cannot be a document: not a PDF by name and content, or too large; null when it can. */
export async function fileProblem(file: File): Promise<string | null> {
  const start = await file.slice(0, startBytes).text()
  const isPdf = /\.pdf$/i.test(file.name) && start.includes('%PDF-')
  if (!isPdf) return notPdfText(file.name)
  return file.size > DOCUMENT_LIMIT_BYTES ? messageOf('document.too_large') : null
}

/** By what it says of itself. */
export const isPicture = ({ type }: Pick<File, 'type'>) => type.startsWith('image/')

/** The first characters of a text, and an ellipsis where something is left out. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`
}
