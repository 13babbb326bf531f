import { DOCUMENT_LIMIT_BYTES } from '@quincena/domain/documents/rules'
import { messageOf } from '@quincena/domain/messages'

const startBytes = 1024

export const notPdfText = (filename: string) => `El archivo seleccionado no es un PDF: ${filename}`

/** Error text if the file is not a PDF (by name and by content) or is above 10 MB; null if it can be sent. */
export async function fileProblem(file: File): Promise<string | null> {
  const start = await file.slice(0, startBytes).text()
  const isPdf = /\.pdf$/i.test(file.name) && start.includes('%PDF-')
  if (!isPdf) return notPdfText(file.name)
  return file.size > DOCUMENT_LIMIT_BYTES ? messageOf('document.too_large') : null
}

/** Checks only the declared MIME type. */
export const isPicture = ({ type }: Pick<File, 'type'>) => type.startsWith('image/')

/** The first `length` characters of the text, with an ellipsis if the text is longer. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`
}
