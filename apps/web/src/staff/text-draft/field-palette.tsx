import { TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { TextDocumentName } from '@quincena/domain/texts/content'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useState } from 'react'
import { LoadState } from '../../components/load-state.tsx'
import { toast } from '../../components/toast.tsx'
import { textFieldsQuery } from '../text/api.ts'
import classes from './text-draft.module.css'

/** The last focused field that takes named fields. */
export type TextTarget = HTMLInputElement | HTMLTextAreaElement

/** Writes a text at the cursor, or over the selection, as typing would. */
function insertAtCursor(target: TextTarget, text: string): void {
  const { value, selectionStart, selectionEnd, maxLength } = target
  const start = selectionStart ?? value.length
  const end = selectionEnd ?? start
  if (maxLength >= 0 && value.length - (end - start) + text.length > maxLength) {
    toast.error('No cabe: el texto llegó a su límite.')
    return
  }
  target.focus()
  target.setRangeText(text, start, end, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
}

interface FieldPaletteProps {
  document: TextDocumentName
  target: RefObject<TextTarget | null>
  isDisabled: boolean
  /** Stands above the fields. */
  children?: ReactNode
}

/** From this number of fields on, they can be searched. */
const MANY_FIELDS = 12

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The named fields of a document with what they stand for; a press writes one at the cursor. */
export function FieldPalette({ document, target, isDisabled, children }: FieldPaletteProps) {
  const query = useQuery(textFieldsQuery(document))
  const [words, setWords] = useState('')
  const fields = query.data?.fields ?? []
  const shown = fields.filter(({ name, description }) =>
    plain(`${name} ${description}`).includes(plain(words)),
  )
  const isWide = useMediaQuery('(width >= 600px)', true, { getInitialValueInEffect: false })
  const insert = (name: string) => {
    if (target.current?.isConnected) return insertAtCursor(target.current, `{${name}}`)
    toast.info('Coloca primero el cursor en un párrafo o un título.')
  }
  return (
    <section className={classes.palette} aria-label="Campos">
      {children}
      <details className={classes.fold} open={isWide}>
        <summary className={classes.heading}>Campos</summary>
        <p className={classes.hint}>Toca uno para escribirlo donde está el cursor. Al leer se llena solo.</p>
        {query.data === undefined && <LoadState query={query} title="No se pudieron cargar los campos." />}
        {fields.length > MANY_FIELDS && (
          <TextInput
            size="xs"
            type="search"
            aria-label="Buscar un campo"
            placeholder="Buscar un campo"
            autoComplete="off"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
        {words !== '' && shown.length === 0 && <p className={classes.hint}>Ningún campo se llama así.</p>}
        <ul className={classes.fields}>
          {shown.map(({ name, description, sample }) => (
            <li key={name}>
              <button
                type="button"
                className={classes.insert}
                disabled={isDisabled}
                // The field keeps the focus and its cursor.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(name)}
              >
                <span className={classes.name}>{`{${name}}`}</span> {description}
                <span className={classes.sample}>Ejemplo: {sample}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
