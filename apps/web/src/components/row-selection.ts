import { type ChangeEvent, useRef } from 'react'

/** The selected rows of a list; they may be on other pages too. */
export interface RowSelection<Row> {
  ids: ReadonlySet<number>
  /** Selects or deselects rows. */
  onSelect: (rows: readonly Row[], isSelected: boolean) => void
  /** Names a row: «C-000134». */
  nameOf: (row: Row) => string
}

/**
 * Handler of the rows' checkboxes. With Shift it also changes the rows between the last changed one and this one to the
 * same state.
 */
export function useRangeSelect<Row extends { id: number }>(
  rows: readonly Row[],
  selection: RowSelection<Row> | undefined,
) {
  const last = useRef<number>(undefined)
  return (row: Row, event: ChangeEvent<HTMLInputElement>) => {
    const { nativeEvent } = event
    const hasShift = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
    const from = hasShift ? rows.findIndex(({ id }) => id === last.current) : -1
    const to = rows.indexOf(row)
    const range = from === -1 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    last.current = row.id
    selection?.onSelect(range, event.currentTarget.checked)
  }
}
