import { read, utils } from '@e965/xlsx'

type Rows = Record<string, string | number>[]

/** Reads the rows of an .xlsx by sheet name; each row is an object keyed by column header. */
export function readSpreadsheet(bytes: Uint8Array): Map<string, Rows> {
  const { SheetNames, Sheets } = read(bytes)
  return new Map(SheetNames.map((name) => [name, utils.sheet_to_json(Sheets[name] ?? {})]))
}
