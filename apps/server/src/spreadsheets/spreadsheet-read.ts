import { type CellObject, read, utils, type WorkSheet } from '@e965/xlsx'

/** A cell's value. For a formula it is the result that was saved with it. */
export type SheetCell = string | number | boolean | null

/** The values of a sheet, up to a limit of rows and columns. */
export interface ReadSheet {
  /** The first element is the sheet's first row. */
  rows: SheetCell[][]
  /** Date numbers count from 1904 instead of 1900. */
  date1904: boolean
  /** The sheet has more rows than the limit, even if they are empty. */
  is_cut: boolean
}

/** The file is encrypted or protected by a password. */
export class ProtectedError extends Error {}

const errorNames: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

/** A number with a format of zeros only (`00000`) becomes the text that the cell shows, with its leading zeros. */
function numberOf(value: number, format: unknown): SheetCell {
  const zeros = typeof format === 'string' && /^0{2,30}$/.test(format)
  return zeros && Number.isSafeInteger(value) && value >= 0
    ? String(value).padStart(format.length, '0')
    : value
}

function cellValue(cell: CellObject | undefined): SheetCell {
  if (cell === undefined) return null
  const { t, v, z } = cell
  if (t === 'e') return errorNames[Number(v)] ?? '#ERROR'
  if (typeof v === 'number') return numberOf(v, z)
  // Control characters are never data, and PostgreSQL cannot store NUL.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex removes them
  if (typeof v === 'string') return v.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').toWellFormed()
  return typeof v === 'boolean' ? v : null
}

function rowsOf(sheet: WorkSheet, columns_limit: number): SheetCell[][] {
  const rows = sheet['!data'] ?? []
  return Array.from({ length: rows.length }, (_, index) =>
    Array.from({ length: Math.min(rows[index]?.length ?? 0, columns_limit) }, (__, column) =>
      cellValue(rows[index]?.[column]),
    ),
  )
}

/** The number of rows in the sheet: the larger of its declared range and the rows read. */
function fullLength(sheet: WorkSheet, read_rows: number): number {
  const ranges = [sheet['!fullref'], sheet['!ref']].filter((range) => typeof range === 'string')
  return Math.max(read_rows, ...ranges.map((range) => utils.decode_range(range).e.r + 1))
}

type Limits = { rows_limit: number; columns_limit: number }

/** Parses a file; without a limit of sheets only its first one. Throws `ProtectedError`. */
function parseBook(bytes: Uint8Array, { rows_limit, sheets }: { rows_limit: number; sheets?: number }) {
  try {
    return read(bytes, {
      ...{ dense: true, cellFormula: false, cellHTML: false, cellText: false, cellNF: true },
      sheetRows: rows_limit + 1,
      sheets: sheets === undefined ? 0 : Array.from({ length: sheets }, (_, index) => index),
    })
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) throw new ProtectedError()
    throw error
  }
}

const usesDate1904 = (book: ReturnType<typeof read>) => book.Workbook?.WBProps?.date1904 === true

/**
 * Reads the values of the first sheet of an .xls or .xlsx file. It blocks, and needs time and memory in proportion to
 * the file: call it in a worker thread, never in the main thread. Throws `ProtectedError`, or the parser's own error
 * for a file that it cannot read.
 */
export function readSheet(bytes: Uint8Array, { rows_limit, columns_limit }: Limits): ReadSheet {
  const book = parseBook(bytes, { rows_limit })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (sheet === undefined) return { rows: [], date1904: false, is_cut: false }
  const rows = rowsOf(sheet, columns_limit)
  const is_cut = fullLength(sheet, rows.length) > rows_limit
  return { rows: rows.slice(0, rows_limit), date1904: usesDate1904(book), is_cut }
}

/** The first sheets of a file, up to a limit, with their names. */
interface ReadSheets extends Pick<ReadSheet, 'date1904' | 'is_cut'> {
  sheets: { name: string; rows: SheetCell[][] }[]
}

/** Reads the values of the first sheets of a file as `readSheet` does; `is_cut`: one of them has too many rows. */
export function readSheets(
  bytes: Uint8Array,
  { rows_limit, columns_limit, sheets_limit }: Limits & { sheets_limit: number },
): ReadSheets {
  const book = parseBook(bytes, { rows_limit, sheets: sheets_limit })
  let is_cut = false
  const sheets = book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name]
    if (sheet === undefined) return []
    const rows = rowsOf(sheet, columns_limit)
    if (fullLength(sheet, rows.length) > rows_limit) is_cut = true
    return [{ name, rows: rows.slice(0, rows_limit) }]
  })
  return { sheets, date1904: usesDate1904(book), is_cut }
}
