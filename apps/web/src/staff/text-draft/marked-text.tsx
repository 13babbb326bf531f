import type { TextDocumentName } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import classes from './text-draft.module.css'

const FIELD = /(\{[^{}]*\})/

interface MarkedTextProps {
  document: TextDocumentName
  text: string
  fill: (text: string) => string
}

/** A text with its fields filled; a field that the document does not have is marked where it stands. */
export function MarkedText({ document, text, fill }: MarkedTextProps) {
  const names = new Set(textDocuments[document].fields.map(({ name }) => name))
  const isUnknown = (piece: string) => FIELD.test(piece) && !names.has(piece.slice(1, -1))
  return text.split(FIELD).map((piece, place) =>
    isUnknown(piece) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text.
      <mark key={place} className={classes.unknown} title="No existe este campo">
        {piece}
      </mark>
    ) : (
      fill(piece)
    ),
  )
}
