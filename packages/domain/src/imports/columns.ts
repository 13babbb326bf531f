import type { CellReader } from './cells.ts'
import { folded } from './words.ts'

/** A column of an upload: what it is called, what people call it, and how its cells are read. */
export interface ImportColumn {
  field: string
  header: string
  aliases: readonly string[]
  read: CellReader
  /** Without it the file is not taken. */
  required: boolean
  /** What goes into it, and an example, for the template. */
  note: string
  example: string
}

export interface ColumnMatch {
  /** The field of each of the file's columns, null where it is none of ours. */
  fields: (string | null)[]
  /** Headers of required columns that are not there. */
  missing: string[]
  /** Headers that two columns stand for. */
  repeated: string[]
}

/** Finds the fields in a row of headers: in any order; case, accents, spaces and signs do not matter. */
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
  const repeated = columns.filter(({ field }) => fields.filter((found) => found === field).length > 1)
  const missing = columns.filter(({ field, required }) => required && !fields.includes(field))
  const names = (list: readonly ImportColumn[]) => list.map(({ header }) => header)
  return { fields, missing: names(missing), repeated: names(repeated) }
}

/** How many of a row's cells are headers of ours: tells the row of headers from titles above it. */
export function countHeaders(columns: readonly ImportColumn[], row: readonly (string | null)[]): number {
  return matchColumns(columns, row).fields.filter((field) => field !== null).length
}
