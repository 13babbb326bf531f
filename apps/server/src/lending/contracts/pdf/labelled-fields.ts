import type { FilledText } from '@quincena/domain/texts/content'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { line, styles } from '../../../pdf/look.ts'

type Section = FilledText['sections'][number]

interface LabelledField {
  /** Undefined for a line of its own. */
  label: string | undefined
  lines: string[]
}

/** The fields of a section: a label opens one, and a paragraph without a label is its next line. */
export function labelledFields({ paragraphs, labels = [] }: Section): LabelledField[] {
  const fields: LabelledField[] = []
  for (const [index, text] of paragraphs.entries()) {
    const [label, last] = [labels[index] ?? undefined, fields.at(-1)]
    if (label !== undefined || last?.label === undefined) fields.push({ label, lines: [text] })
    else last.lines.push(text)
  }
  return fields
}

/** A row holds about this many characters of a value; labels are smaller. */
const CHARACTERS_PER_ROW = 106
const LABEL_SIZE = 0.85
const GAP = 4

/** The characters that a field takes, by its longest line and its label. */
function widthOf({ label = '', lines }: LabelledField): number {
  return GAP + Math.max(LABEL_SIZE * label.length, ...lines.map(({ length }) => length))
}

/** Sets fields in rows over thin rules, as many in a row as fit it. Tight rows are those of the cover sheet. */
export function packedFields(fields: readonly LabelledField[], { is_tight = false } = {}): ReactElement[] {
  const rows: LabelledField[][] = []
  let free = 0
  for (const one of fields) {
    const width = widthOf(one)
    if (width > free) {
      rows.push([])
      free = CHARACTERS_PER_ROW
    }
    rows.at(-1)?.push(one)
    free -= width
  }
  return rows.map((row) => tableRow(row, is_tight))
}

function tableRow(fields: readonly LabelledField[], is_tight: boolean): ReactElement {
  const rule = { borderBottomWidth: 0.5, borderBottomColor: line }
  const style = { ...rule, flexDirection: 'row', paddingVertical: is_tight ? 2.5 : 5.5 } as const
  const size = is_tight ? 9 : styles.value.fontSize
  const cells = fields.map((one, index) => cell(one, { index, size }))
  return h(View, { style, wrap: false }, ...cells)
}

function cell(one: LabelledField, { index, size }: { index: number; size: number }): ReactElement {
  const { label, lines } = one
  const style = { flexGrow: widthOf(one), flexShrink: 1, flexBasis: 0, paddingRight: 8 }
  return h(
    View,
    { key: index, style },
    label === undefined ? null : h(Text, { style: styles.label }, label),
    h(Text, { style: { ...styles.value, fontSize: size } }, lines.join('\n')),
  )
}
