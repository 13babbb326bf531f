import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { line, styles } from '../../../pdf/look.ts'
import { section } from '../../../pdf/parts.ts'
import { addressText, shortInstantText } from './evidence-words.ts'

/** A legal text beside the contract, with the record of the worker's acceptance. */
export type AcceptedText =
  | { title: string; by: 'consent'; version: string; accepted_at: string; ip: string | null }
  | { title: string; by: 'signature'; version: string }
  | { title: string; by: 'no record' }

/**
 * Column widths in points, in sum the page's width: text, version, local time, UTC, half an IPv6 address. Each fits its
 * longest value.
 */
const columns = [134, 38, 112, 118, 114]
const titles = [
  'Texto',
  'Versión',
  'Aceptado (Ciudad de México)',
  'En tiempo universal (UTC)',
  'Dirección IP',
]

function cellsOf(text: AcceptedText): string[] {
  switch (text.by) {
    case 'consent':
      return [text.version, shortInstantText(text.accepted_at), text.accepted_at, addressText(text.ip)]
    case 'signature':
      return [text.version, 'Con la firma de este contrato']
    case 'no record':
      return ['Sin registro de aceptación']
  }
}

type CellStyle = typeof styles.label | typeof styles.value

/** Cells side by side over a thin rule; the last cell spans the remaining columns. */
function tableRow(cells: string[], cell_style: CellStyle): ReactElement {
  const last = cells.length - 1
  const widthAt = (index: number) =>
    columns.slice(index, index < last ? index + 1 : undefined).reduce((sum, points) => sum + points, 0)
  const cell = (text: string, index: number) =>
    h(Text, { key: index, style: { ...cell_style, width: widthAt(index), paddingRight: 6 } }, text)
  const style = {
    flexDirection: 'row',
    paddingVertical: 4,
    borderBottomWidth: 0.5,
    borderBottomColor: line,
  } as const
  return h(View, { style, wrap: false }, ...cells.map(cell))
}

/** The table of a signature's legal texts: how each was accepted, or that there is no record of it. */
export function acceptedTexts(texts: readonly AcceptedText[]): ReactElement {
  const value = { ...styles.value, fontSize: 8.5 }
  return h(
    View,
    { wrap: false },
    section('Textos legales'),
    tableRow(titles, styles.label),
    ...texts.map((text) => tableRow([text.title, ...cellsOf(text)], value)),
  )
}
