import type { Day } from '../dates.ts'
import { type Cell, date, readCell } from '../imports/cells.ts'
import type { RowProblem } from '../imports/schema.ts'
import type { Cents } from '../money.ts'
import { type AmountReading, readAmountNumber, readAmountText } from './amount.ts'
import { FIELD_NAMES, type StatementColumns, type StatementField } from './columns.ts'

/** A line of a statement. The amount is positive for a deposit, negative for a withdrawal. */
interface StatementLine {
  day: Day
  description: string
  reference: string
  amount: Cents
  balance: Cents | null
  /** 1 for the first line of a day with this amount, description and reference, 2 for the next equal one. */
  occurrence: number
}

/** A row of the file as it came, and its line or what is wrong with it. */
export interface StatementRow {
  number: number
  cells: (string | null)[]
  line: StatementLine | null
  problems: RowProblem[]
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const ENGLISH: Record<string, string> = { jan: 'ene', apr: 'abr', aug: 'ago', dec: 'dic' }
const TEXT_LIMIT = 500
/** No bank writes a longer date; the search for a time in it takes quadratic time. */
const DATE_LIMIT = 60

/** A text of a cell: one space for any run of blanks. */
const textOf = (cell: Cell | undefined) =>
  String(cell ?? '')
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim()

/** Writes a day with the name of its month (`03/nov/2026`, `3 de noviembre de 2026`) or two digits of its year in digits. */
function plainDate(text: string): string {
  const words = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[t ]+\d{1,2}:\d{2}(:\d{2})?.*$/, '')
    .replace(/\bdel?\b/g, ' ')
    .trim()
  const [, day = '', name = '', year = ''] =
    /^(\d{1,2})[\s/.-]*([a-z]{3})[a-z]*[\s/.,-]*(\d{2}|\d{4})$/.exec(words) ?? []
  const month = MONTHS.indexOf(ENGLISH[name] ?? name) + 1
  if (month > 0) return `${day}/${month}/${year.length === 2 ? `20${year}` : year}`
  const compact = /^(20\d{2})(\d{2})(\d{2})$/.exec(words)
  if (compact !== null) return `${compact[1]}-${compact[2]}-${compact[3]}`
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})$/.exec(words)
  return short === null ? words : `${short[1]}/${short[2]}/20${short[3]}`
}

const amountOf = (cell: Cell): AmountReading =>
  typeof cell === 'number' ? readAmountNumber(cell) : readAmountText(textOf(cell))

interface Source {
  cells: readonly Cell[]
  columns: StatementColumns
  headers: readonly string[]
  date1904: boolean
}

/** Reads the cells of one row by field and collects what is wrong. */
class RowReader {
  readonly problems: RowProblem[] = []
  private readonly source: Source

  constructor(source: Source) {
    this.source = source
  }

  cell(field: StatementField): Cell {
    const { columns, headers, cells } = this.source
    const name = columns[field]
    return name === null ? null : (cells[headers.indexOf(name)] ?? null)
  }

  refuse(field: StatementField, message: string): null {
    this.problems.push({ field: FIELD_NAMES[field], message })
    return null
  }

  text(field: StatementField): string {
    const text = textOf(this.cell(field))
    if (text.length > TEXT_LIMIT) this.refuse(field, `Máximo ${TEXT_LIMIT} caracteres`)
    return text.slice(0, TEXT_LIMIT)
  }

  day(): Day | null {
    const cell = this.cell('date')
    const written = typeof cell === 'number' && cell > 20_000_000 ? String(cell) : cell
    const given = typeof written === 'string' ? plainDate(textOf(written).slice(0, DATE_LIMIT)) : written
    const { value, problem } = readCell(date, given, { date1904: this.source.date1904 })
    if (typeof value === 'string') return value
    return this.refuse('date', problem ?? 'Falta la fecha')
  }

  /** The amount of a column in centavos; null if it is empty or not read. */
  amount(field: 'deposit' | 'withdrawal' | 'amount' | 'balance'): Cents | null {
    const cell = this.cell(field)
    const text = textOf(cell)
    if (text === '' || /^\$?\s*-+$/.test(text)) return null
    const reading = amountOf(cell)
    return 'problem' in reading ? this.refuse(field, reading.problem) : reading.cents
  }

  /** The amount; a missing one and 0 are a problem, unless an amount of the row has one already. */
  nonZero(field: 'deposit' | 'amount', amount: Cents | null): Cents | null {
    if (amount !== null && amount !== 0) return amount
    const names = [FIELD_NAMES.amount, FIELD_NAMES.deposit, FIELD_NAMES.withdrawal]
    const isKnown = this.problems.some((problem) => names.includes(problem.field))
    return isKnown ? null : this.refuse(field, 'Falta el monto')
  }
}

/** The signed amount of a row; null with a problem if it has none, or both a deposit and a withdrawal. */
function signedAmount(row: RowReader, { amount: isSigned }: StatementColumns): Cents | null {
  if (isSigned !== null) return row.nonZero('amount', row.amount('amount'))
  const deposit = row.amount('deposit') ?? 0
  // Some banks write withdrawals with a minus sign in their own column.
  const withdrawal = Math.abs(row.amount('withdrawal') ?? 0)
  if (deposit < 0) return row.refuse('deposit', 'Un depósito no puede ser negativo')
  if (deposit > 0 && withdrawal > 0) return row.refuse('deposit', 'La fila tiene un depósito y un retiro')
  return row.nonZero('deposit', deposit - withdrawal)
}

function readLine(source: Source): {
  line: Omit<StatementLine, 'occurrence'> | null
  problems: RowProblem[]
} {
  const row = new RowReader(source)
  const day = row.day()
  const description = row.text('description')
  const reference = row.text('reference')
  const amount = signedAmount(row, source.columns)
  const balance = row.amount('balance')
  const { problems } = row
  if (problems.length > 0 || day === null || amount === null) return { line: null, problems }
  return { line: { day, description, reference, amount, balance }, problems }
}

/** A row of the file that is no line: empty, or a repeated header. */
const isNoLine = (cells: readonly Cell[], headers: readonly string[]) =>
  cells.every((cell) => textOf(cell) === '') ||
  (headers.length > 0 && headers.every((header, index) => textOf(cells[index]) === header))

/**
 * Reads the rows below the headers. Equal lines of a day are numbered in their order, so that a line has the same
 * identity in each file that has its whole day.
 */
export function readStatementRows({
  rows,
  first,
  ...source
}: Omit<Source, 'cells'> & {
  rows: readonly (readonly Cell[])[]
  /** The number of the first of these rows in the file. */
  first: number
}): StatementRow[] {
  const seen = new Map<string, number>()
  return rows.flatMap((cells, index): StatementRow[] => {
    if (isNoLine(cells, source.headers)) return []
    const { line, problems } = readLine({ ...source, cells })
    const shown = cells.map((cell) => textOf(cell) || null)
    const row = { number: first + index, cells: shown, problems }
    if (line === null) return [{ ...row, line }]
    const key = JSON.stringify([line.day, line.amount, line.description, line.reference])
    const occurrence = (seen.get(key) ?? 0) + 1
    seen.set(key, occurrence)
    return [{ ...row, line: { ...line, occurrence } }]
  })
}
