import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { figures, jade, jadePale, line } from './look.ts'

/** A column's title and its share of the table's width. */
export interface Column {
  title: string
  flex: number
}

type Tone = 'head' | 'row' | 'total'

const tones = {
  head: { backgroundColor: jade, color: '#FFFFFF', fontWeight: 700, fontSize: 8 },
  row: { fontSize: 9 },
  total: { backgroundColor: jadePale, fontWeight: 700, fontSize: 9 },
} as const

function tableRow(columns: Column[], cells: string[], tone: Tone): ReactElement {
  const style = {
    flexDirection: 'row',
    paddingVertical: 4,
    paddingHorizontal: 8,
    borderBottomWidth: 0.5,
    borderBottomColor: line,
    ...tones[tone],
  } as const
  const cell = (text: string, index: number) => {
    const { flex = 1 } = columns[index] ?? {}
    const textAlign = index < 2 ? ('left' as const) : ('right' as const)
    return h(
      Text,
      { key: index, style: { ...figures, flexGrow: flex, flexShrink: 1, flexBasis: 0, textAlign } },
      text,
    )
  }
  return h(View, { style, wrap: false, fixed: tone === 'head' }, ...cells.map(cell))
}

interface Rows {
  columns: Column[]
  rows: string[][]
  total?: string[]
}

/**
 * A table in a thin frame: the first two columns are left-aligned, the others right-aligned. Its head stands on every page
 * that it covers.
 */
export function table({ columns, rows, total }: Rows): ReactElement {
  return h(
    View,
    { style: { borderRadius: 5, borderWidth: 0.5, borderColor: line, overflow: 'hidden' } },
    tableRow(
      columns,
      columns.map(({ title }) => title),
      'head',
    ),
    ...rows.map((cells) => tableRow(columns, cells, 'row')),
    ...(total === undefined ? [] : [tableRow(columns, total, 'total')]),
  )
}
