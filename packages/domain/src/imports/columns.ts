import type { CellReader } from './cells.ts'
import { folded } from './words.ts'

/** A column of an import. `header` is its name in the template, `aliases` are other accepted headers. */
export interface ImportColumn {
  field: string
  header: string
  aliases: readonly string[]
  read: CellReader
  /** An import without a required column is rejected. */
  required: boolean
  /** Explanation in the template. */
  note: string
  /** Example value in the template. */
  example: string
}

/** Result of matching a file's headers with the columns of an import. */
export interface ColumnMatch {
  /** The field of each column of the file; null for an unknown column. */
  fields: (string | null)[]
  /** Headers of the required columns that the file lacks. */
  missing: string[]
  /** Headers of the fields that two or more columns of the file match. */
  repeated: string[]
}

/** Matches the headers of a file with the columns, in any order. It ignores case, accents, spaces and signs. */
export function matchColumns(
  columns: readonly ImportColumn[],
  headers: readonly (string | null)[],
): ColumnMatch {
  const byName = new Map(
    columns.flatMap(({ field, header, aliases }) =>
      [field, header, ...aliases].map((name) => [folded(name), field] as const),
    ),
  )
  const fields = headers.map((header) => byName.get(folded(header ?? '')) ?? null)
  const repeated = columns.filter(({ field }) => fields.filter((match) => match === field).length > 1)
  const missing = columns.filter(({ field, required }) => required && !fields.includes(field))
  const names = (list: readonly ImportColumn[]) => list.map(({ header }) => header)
  return { fields, missing: names(missing), repeated: names(repeated) }
}

/** Counts the cells of a row that are known headers, to find the header row below title rows. */
export function countHeaders(columns: readonly ImportColumn[], row: readonly (string | null)[]): number {
  return matchColumns(columns, row).fields.filter((field) => field !== null).length
}
