import { read, utils } from '@e965/xlsx'

type Rows = Record<string, string | number>[]

/** The rows of an .xlsx by sheet, each by its head: as the program that opens it has them. */
export function readSpreadsheet(bytes: Uint8Array): Map<string, Rows> {
  const { SheetNames, Sheets } = read(bytes)
  return new Map(SheetNames.map((name) => [name, utils.sheet_to_json(Sheets[name] ?? {})]))
}
