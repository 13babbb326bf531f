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

/** As many fields in a row as fit it. */
function rowsOf(fields: readonly LabelledField[]): LabelledField[][] {
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
  return rows
}

/** About how many lines the packed fields take, with their labels. */
export function countLines(fields: readonly LabelledField[]): number {
  return rowsOf(fields).reduce((sum, row) => {
    const width = row.reduce((total, one) => total + widthOf(one), 0)
    const heights = row.map((one) => {
      const characters = (CHARACTERS_PER_ROW * widthOf(one)) / width
      const own = one.lines.reduce((count, { length }) => count + Math.ceil(length / characters), 0)
      return own + (one.label === undefined ? 0 : 1)
    })
    return sum + Math.max(...heights)
  }, 0)
}

/** How closely fields are set: as in the contract's body, as on its cover, or as on a cover with long data. */
export type Density = 'body' | 'cover' | 'full_cover'

const densities = {
  body: { padding: 5.5, value: styles.value, label: styles.label },
  cover: { padding: 2.5, value: { ...styles.value, fontSize: 9 }, label: styles.label },
  // No print is smaller than 8 points.
  full_cover: {
    padding: 0.5,
    value: { ...styles.value, fontSize: 8, lineHeight: 1.15 },
    label: { ...styles.label, lineHeight: 1.1 },
  },
} as const satisfies Record<Density, object>

/** Sets fields in rows over thin rules. */
export function packedFields(
  fields: readonly LabelledField[],
  { density = 'body' }: { density?: Density } = {},
): ReactElement[] {
  return rowsOf(fields).map((row) => tableRow(row, density))
}

function tableRow(fields: readonly LabelledField[], density: Density): ReactElement {
  const rule = { borderBottomWidth: 0.5, borderBottomColor: line }
  const style = { ...rule, flexDirection: 'row', paddingVertical: densities[density].padding } as const
  const cells = fields.map((one, index) => cell(one, { index, density }))
  return h(View, { style, wrap: false }, ...cells)
}

/** Breaks what has no spaces, such as an address of a page, before it runs over the edge of a full cover. */
const breakLong = (text: string, density: Density) =>
  density === 'full_cover' ? text.replaceAll(/\S{96}(?=\S)/g, '$&\n') : text

function cell(one: LabelledField, { index, density }: { index: number; density: Density }): ReactElement {
  const { label, lines } = one
  const styles = densities[density]
  const style = { flexGrow: widthOf(one), flexShrink: 1, flexBasis: 0, paddingRight: 8 }
  return h(
    View,
    { key: index, style },
    label === undefined ? null : h(Text, { style: styles.label }, label),
    h(Text, { style: styles.value }, breakLong(lines.join('\n'), density)),
  )
}
