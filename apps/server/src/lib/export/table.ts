/** How a column is written: `text` never as a number or formula, `money` from centavos as pesos, `rate` from a fraction. */
export type ExportKind = 'text' | 'money' | 'count' | 'rate' | 'day' | 'instant'

export type ExportValue = string | number | null

export interface ExportColumn<Row> {
  header: string
  kind: ExportKind
  of: (row: Row) => ExportValue
  /** In characters. */
  width?: number
}

/** What a list becomes as a sheet. */
export interface ExportTable<Row> {
  /** Of the sheet and, before the day, of a list's file: at most 31 characters, fit for both. */
  name: string
  columns: readonly ExportColumn<Row>[]
}

/** Rows as they are read: some hundred at a time. */
export type RowBatches<Row> = AsyncIterable<readonly Row[]>
