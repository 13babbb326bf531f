import { parseBank, parseGender, parseIndustry, parseState, parseYesOrNo } from './words.ts'

/** The value of a spreadsheet's cell; never its formula. */
export type Cell = string | number | boolean | null

/** Result of reading a cell: a value or a problem, and the text to display. */
export interface Reading {
  /** Value for the form; undefined if the cell is empty or has a problem. */
  value?: unknown
  /** Spanish text of what is wrong. */
  problem?: string
  /** Text to display; null if the cell is empty. */
  shown: string | null
}

/** Properties of the spreadsheet that its cells depend on. */
export interface SheetFacts {
  /** Dates are counted from 1904, as in old Excel for Mac. */
  date1904: boolean
}

/** Reads a cell that is not empty. */
export type CellReader = (cell: Exclude<Cell, null>, facts: SheetFacts) => Reading

const EXCEL_ERROR = /^#(REF|N\/A|VALUE|VALOR|DIV\/0|NAME|NOMBRE|NUM|NULL|NULO|ERROR)/i

/** Converts a cell to text: runs of spaces of any kind become one space, and the ends are trimmed. */
function cellText(cell: Cell): string {
  return String(cell ?? '')
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim()
}

/** Reads a cell with `read`. An empty cell has no value; an Excel error (`#REF!`, `#N/A`, ...) is a problem. */
export function readCell(read: CellReader, cell: Cell, facts: SheetFacts): Reading {
  const text = cellText(cell)
  if (cell === null || text === '') return { shown: null }
  if (typeof cell === 'string' && EXCEL_ERROR.test(text))
    return { shown: text, problem: 'La celda contiene un error de Excel' }
  return read(typeof cell === 'string' ? text : cell, facts)
}

const plain = (value: string): Reading => ({ value, shown: value })

/** Reads a text as it is. */
export const text: CellReader = (cell) => plain(cellText(cell))
/** Reads a key in upper case. It keeps spaces and signs, because `AB-1` is a wrong key and not a spelling of `AB1`. */
export const key: CellReader = (cell) => plain(cellText(cell).toUpperCase())
/** Reads a CURP or an RFC: upper case, without spaces and hyphens. */
export const code: CellReader = (cell) => plain(cellText(cell).replace(/[\s-]/g, '').toUpperCase())
/** Reads an e-mail address: lower case, without spaces. */
export const email: CellReader = (cell) => plain(cellText(cell).replace(/\s/g, '').toLowerCase())
/** Reads a gender as M, F or O; an unknown word stays as it is, and the form rejects it. */
export const gender: CellReader = (cell) => plain(parseGender(cellText(cell)))
/** Reads a state by name or abbreviation; an unknown one stays as it is, and the form rejects it. */
export const state: CellReader = (cell) => plain(parseState(cellText(cell)))
/** Reads an industry; a listed one gets the spelling of the list. */
export const industry: CellReader = (cell) => plain(parseIndustry(cellText(cell)))
/** Reads a bank by name or code as its SPEI code; an unknown one stays as it is, and the form rejects it. */
export const bank: CellReader = (cell) => ({ value: parseBank(cellText(cell)), shown: cellText(cell) })

/**
 * Returns a reader for a code of `count` digits. It restores the leading zeros that Excel removed from a number, and
 * removes spaces, dots and hyphens from a text. The form checks the length.
 */
export function digits(count: number): CellReader {
  return (cell) => {
    if (typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 0)
      return plain(String(cell).padStart(count, '0'))
    return plain(cellText(cell).replace(/[\s.-]/g, ''))
  }
}

/**
 * Reads a CLABE. A numeric cell is a problem: a number holds fewer than 18 digits exactly, so Excel lost the last ones.
 */
export const clabe: CellReader = (cell) =>
  typeof cell === 'number'
    ? {
        shown: String(cell),
        problem: 'Excel guardó la CLABE como número y perdió dígitos: guárdala como texto',
      }
    : plain(cellText(cell).replace(/[\s-]/g, ''))

/** Reads a phone number: removes spaces, signs and the country code 52 (or 521) before ten digits. */
export const phone: CellReader = (cell) => {
  const numbers = cellText(cell).replace(/[\s().+-]/g, '')
  return plain(/^52(1)?[0-9]{10}$/.test(numbers) ? numbers.slice(-10) : numbers)
}

const NO_DATE = 'Escribe la fecha como dd/mm/aaaa'
const DAYS_TO_1904 = 1462

/** Returns the day, or a problem if it does not exist in the calendar. */
function dayOf(year: number, month: number, day: number): Reading {
  try {
    const date = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
    const [y, m, d] = date.toString().split('-')
    return { value: date.toString(), shown: `${d}/${m}/${y}` }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { shown: `${day}/${month}/${year}`, problem: NO_DATE }
  }
}

/**
 * Reads a day: an Excel serial number of days (61 to 60,000, that is 1900-03-01 to 2064-04-08), `dd/mm/aaaa` or
 * `aaaa-mm-dd`. Anything else is a problem.
 */
export const date: CellReader = (cell, { date1904 }) => {
  if (typeof cell === 'number') {
    const serial = Math.floor(cell) + (date1904 ? DAYS_TO_1904 : 0)
    if (serial < 61 || serial > 60_000) return { shown: String(cell), problem: NO_DATE }
    const { year, month, day } = Temporal.PlainDate.from('1899-12-30').add({ days: serial })
    return dayOf(year, month, day)
  }
  const shown = cellText(cell)
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(shown) ?? []
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day))
  const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(shown) ?? []
  return y === undefined ? { shown, problem: NO_DATE } : dayOf(Number(y), Number(m), Number(d))
}

/** Rounds a number to 12 significant digits, to remove the noise of binary fractions (0.1 + 0.2). */
const clean = (number: number) => Number(number.toPrecision(12))

/** Parses a decimal number; returns null for any other text. */
function numberOf(digits_text: string): number | null {
  return /^-?[0-9]+(\.[0-9]+)?$/.test(digits_text) ? Number(digits_text) : null
}

/**
 * Reads pesos (not centavos): a number, or a text with $, commas or MXN. Other texts stay, and the form rejects them.
 */
export const pesos: CellReader = (cell) => {
  if (typeof cell === 'number') return { value: clean(cell), shown: String(clean(cell)) }
  const shown = cellText(cell)
  const number = numberOf(shown.replace(/[\s$,]|MXN|MN/gi, ''))
  return { value: number ?? shown, shown }
}

/** Reads a fraction: 0.18 and the text `18 %` both give 0.18. Other texts stay, and the form rejects them. */
export const fraction: CellReader = (cell) => {
  if (typeof cell === 'number') return { value: clean(cell), shown: String(clean(cell)) }
  const shown = cellText(cell)
  const number = numberOf(shown.replace(/[\s%]/g, ''))
  if (number === null) return { value: shown, shown }
  return { value: shown.includes('%') ? clean(number / 100) : number, shown }
}

/** Reads a whole number: 5 and the text `5 días` both give 5. Other texts stay, and the form rejects them. */
export const wholeNumber: CellReader = (cell) => {
  if (typeof cell === 'number') return { value: clean(cell), shown: String(clean(cell)) }
  const shown = cellText(cell)
  return { value: numberOf(shown.replace(/\s*d[ií]as?$/i, '')) ?? shown, shown }
}

/** Reads a yes or no, also as `Sí`, `X`, `Verdadero` or 1. Other texts stay, and the form rejects them. */
export const yesOrNo: CellReader = (cell) => {
  const shown = typeof cell === 'boolean' ? (cell ? 'Sí' : 'No') : cellText(cell)
  return { value: parseYesOrNo(shown), shown }
}
