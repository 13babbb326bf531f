import { bankOf, genderOf, industryOf, stateOf } from './words.ts'

/** A spreadsheet's cell as it was read: its value, never its formula. */
export type Cell = string | number | boolean | null

/** What a cell says: its value for the form (undefined: empty), or what is wrong with it; and how it is shown. */
export interface Reading {
  value?: unknown
  problem?: string
  shown: string | null
}

export interface SheetFacts {
  /** Days are counted from 1904, as old Excel for Mac did. */
  date1904: boolean
}

export type CellReader = (cell: Exclude<Cell, null>, facts: SheetFacts) => Reading

const EXCEL_ERROR = /^#(REF|N\/A|VALUE|VALOR|DIV\/0|NAME|NOMBRE|NUM|NULL|NULO|ERROR)/i

/** What a cell looks like: spaces of every kind are one, none at the ends. */
function cellText(cell: Cell): string {
  return String(cell ?? '')
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim()
}

/** Reads a cell; an empty one is no value, one of Excel's errors a problem. */
export function readCell(read: CellReader, cell: Cell, facts: SheetFacts): Reading {
  const text = cellText(cell)
  if (cell === null || text === '') return { shown: null }
  if (typeof cell === 'string' && EXCEL_ERROR.test(text))
    return { shown: text, problem: 'La celda contiene un error de Excel' }
  return read(typeof cell === 'string' ? text : cell, facts)
}

const plain = (value: string): Reading => ({ value, shown: value })

export const text: CellReader = (cell) => plain(cellText(cell))
/** In capitals and otherwise as it is: «AB-1» is no other spelling of the key «AB1» but a wrong one. */
export const key: CellReader = (cell) => plain(cellText(cell).toUpperCase())
/** Letters and digits without spaces or hyphens, in capitals: CURP, RFC. */
export const code: CellReader = (cell) => plain(cellText(cell).replace(/[\s-]/g, '').toUpperCase())
export const email: CellReader = (cell) => plain(cellText(cell).replace(/\s/g, '').toLowerCase())
export const gender: CellReader = (cell) => plain(genderOf(cellText(cell)))
export const state: CellReader = (cell) => plain(stateOf(cellText(cell)))
export const industry: CellReader = (cell) => plain(industryOf(cellText(cell)))
export const bank: CellReader = (cell) => ({ value: bankOf(cellText(cell)), shown: cellText(cell) })

/** Exactly so many digits; a number that Excel made of them gets its leading zeros back. */
export function digits(count: number): CellReader {
  return (cell) => {
    if (typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 0)
      return plain(String(cell).padStart(count, '0'))
    return plain(cellText(cell).replace(/[\s.-]/g, ''))
  }
}

/** 18 digits, more than a number holds: one that Excel made a number has lost its last digits. */
export const clabe: CellReader = (cell) =>
  typeof cell === 'number'
    ? {
        shown: String(cell),
        problem: 'Excel guardó la CLABE como número y perdió dígitos: guárdala como texto',
      }
    : plain(cellText(cell).replace(/[\s-]/g, ''))

/** Ten digits, written with signs, spaces or the country's 52 as people do. */
export const phone: CellReader = (cell) => {
  const numbers = cellText(cell).replace(/[\s().+-]/g, '')
  return plain(/^52(1)?[0-9]{10}$/.test(numbers) ? numbers.slice(-10) : numbers)
}

const NO_DATE = 'Escribe la fecha como dd/mm/aaaa'
const DAYS_TO_1904 = 1462

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

/** A day: Excel's count of days, dd/mm/aaaa, or aaaa-mm-dd. */
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

/** A number as Excel calculated it, without the noise of its binary fractions. */
const clean = (number: number) => Number(number.toPrecision(12))

function numberOf(written: string): number | null {
  return /^-?[0-9]+(\.[0-9]+)?$/.test(written) ? Number(written) : null
}

/** Pesos: a number, or text with $, commas or MXN. */
export const pesos: CellReader = (cell) => {
  if (typeof cell === 'number') return { value: clean(cell), shown: String(clean(cell)) }
  const shown = cellText(cell)
  const number = numberOf(shown.replace(/[\s$,]|MXN|MN/gi, ''))
  return { value: number ?? shown, shown }
}

/** A fraction, or a text with its percent sign: 0.18 and «18 %» are the same. */
export const fraction: CellReader = (cell) => {
  if (typeof cell === 'number') return { value: clean(cell), shown: String(clean(cell)) }
  const shown = cellText(cell)
  const number = numberOf(shown.replace(/[\s%]/g, ''))
  if (number === null) return { value: shown, shown }
  return { value: shown.includes('%') ? clean(number / 100) : number, shown }
}
