/**
 * How a column is written. `text`: never as a number or formula. `money`: centavos, written as pesos. `rate`: a
 * fraction, written as a percentage. `day`: `YYYY-MM-DD`. `instant`: ISO 8601, written in the time of Mexico City.
 */
export type ExportKind = 'text' | 'money' | 'count' | 'rate' | 'day' | 'instant'

/** A value of a cell in the unit of its column; null is an empty cell. */
export type ExportValue = string | number | null

/** A column of an exported table. */
export interface ExportColumn<Row> {
  header: string
  kind: ExportKind
  /** The value of a row in this column. */
  of: (row: Row) => ExportValue
  /** In characters. */
  width?: number
}

/** A list as it is exported: its name and its columns. */
export interface ExportTable<Row> {
  /** Name of the sheet, and start of the file name before the day. At most 31 characters, valid for both. */
  name: string
  columns: readonly ExportColumn<Row>[]
}

/** Rows in batches of some hundreds, as they are read. */
export type RowBatches<Row> = AsyncIterable<readonly Row[]>
