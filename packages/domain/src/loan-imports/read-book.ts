import { type Cell, readCell } from '../imports/cells.ts'
import { countHeaders, matchColumns } from '../imports/columns.ts'
import { folded } from '../imports/words.ts'
import { headerOf, LOAN_COLUMNS, LOAN_SHEET_NAMES, LOAN_SHEETS, type LoanSheet } from './columns.ts'
import { type LoanFacts, type LoanRowFacts, ROW_FORMS } from './facts.ts'
import { LOAN_PAYMENTS_LIMIT, type SheetProblem } from './schema.ts'

/** A workbook as its cells are: the sheets by their name in the file. */
export interface Workbook {
  date1904: boolean
  sheets: readonly { name: string; rows: readonly (readonly Cell[])[] }[]
}

/** A loan of a workbook and the row of each of its parts. */
export interface ReadLoan {
  row: number
  facts: LoanFacts
  /** Rows of the sheet of payments, in the order of `facts.payments`. */
  payment_rows: readonly number[]
  /** The row of its balance; null if the import kept none. */
  balance_row: number | null
}

/** A workbook that was read: the loans without a problem so far, and the problems of all the others. */
export interface ReadBook {
  loans: ReadLoan[]
  problems: SheetProblem[]
}

const TITLE_ROWS = 10
const MOST_PROBLEMS = 2000

const textOf = (cell: Cell | undefined) => String(cell ?? '').trim()

const isBlank = (cells: readonly Cell[]) => cells.every((cell) => textOf(cell) === '')

interface FormRow<Facts> {
  row: number
  facts: Facts
}
type Forms = { [Sheet in LoanSheet]: FormRow<ReturnType<(typeof ROW_FORMS)[Sheet]['parse']>>[] }

/** Collects problems; beyond a limit they are only counted out, because nobody reads that many. */
class Problems {
  readonly list: SheetProblem[] = []
  /** Former ids with a problem in any sheet: their loans are not planned. */
  readonly former_ids = new Set<string>()

  add(problem: SheetProblem, former_id?: string) {
    if (this.list.length < MOST_PROBLEMS) this.list.push(problem)
    if (former_id !== undefined) this.former_ids.add(former_id.toLowerCase())
  }
}

/** The name of the sheets of the template, and names near to them: without accents, capitals and signs. */
function findSheet({ sheets }: Pick<Workbook, 'sheets'>, sheet: LoanSheet) {
  const name = folded(LOAN_SHEETS[sheet].name)
  return sheets.find((one) => folded(one.name) === name)
}

/** The values of a row by field, and the problems of its cells. */
function readValues(
  sheet: LoanSheet,
  { cells, fields, date1904 }: { cells: readonly Cell[]; fields: (string | null)[]; date1904: boolean },
) {
  const values: Record<string, unknown> = {}
  const wrong = new Map<string, string>()
  for (const [index, field] of fields.entries()) {
    const column = LOAN_COLUMNS[sheet].find((one) => one.field === field)
    if (field === null || column === undefined) continue
    const { value, problem } = readCell(column.read, cells[index] ?? null, { date1904 })
    if (problem !== undefined) wrong.set(field, problem)
    else if (value !== undefined) values[field] = value
  }
  return { values, wrong }
}

/** The problems of a row's form by field: the cells' own first, a missing value by its column. */
function problemsOf(
  sheet: LoanSheet,
  { values, wrong }: ReturnType<typeof readValues>,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Map<string, string> {
  const all = new Map(wrong)
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '')
    if (all.has(field)) continue
    const isRequired = LOAN_COLUMNS[sheet].some((column) => column.field === field && column.required)
    all.set(field, isRequired && values[field] === undefined ? 'Falta este dato: escríbelo' : message)
  }
  return all
}

/** The header row of a sheet and the field of each of its columns; null with its problems in the list. */
function findColumns(
  sheet: LoanSheet,
  rows: readonly (readonly Cell[])[],
  refuse: (message: string) => void,
) {
  const columns = LOAN_COLUMNS[sheet]
  const counts = rows.slice(0, TITLE_ROWS).map((cells) => countHeaders(columns, cells.map(textOf)))
  const head = counts.indexOf(Math.max(0, ...counts))
  const { fields, missing, repeated } = matchColumns(columns, (rows[head] ?? []).map(textOf))
  if (repeated.length > 0) refuse(`Hay más de una columna para: ${repeated.join(', ')}. Deja una`)
  if (missing.length > 0) refuse(`Faltan columnas: ${missing.join(', ')}. Cópialas de la plantilla`)
  return repeated.length + missing.length > 0 ? null : { head, fields }
}

interface SourceRow {
  row: number
  cells: readonly Cell[]
  fields: (string | null)[]
  date1904: boolean
}

/** Reads a row by the form of its sheet; undefined with its problems in the list. */
function readRow(sheet: LoanSheet, { row, ...source }: SourceRow, problems: Problems) {
  const read = readValues(sheet, source)
  const { data, error } = ROW_FORMS[sheet].safeParse(read.values)
  const wrong = problemsOf(sheet, read, error?.issues ?? [])
  const former_id = typeof read.values.former_id === 'string' ? read.values.former_id : undefined
  for (const [field, message] of wrong)
    problems.add({ sheet, row, column: headerOf(sheet, field), message }, former_id)
  return wrong.size === 0 ? data : undefined
}

/** Reads the rows of a sheet below its headers. */
function readSheet({ date1904, ...book }: Workbook, sheet: LoanSheet, problems: Problems) {
  const { name, required } = LOAN_SHEETS[sheet]
  const refuse = (message: string) => problems.add({ sheet, row: 0, column: '', message })
  const found = findSheet(book, sheet)
  if (found?.rows.every(isBlank) && !required) return []
  if (found === undefined && required) refuse(`Falta la hoja «${name}»: cópiala de la plantilla`)
  const columns = found && findColumns(sheet, found.rows, refuse)
  if (!columns) return []
  const { head, fields } = columns
  return found.rows.flatMap((cells, index): FormRow<unknown>[] => {
    if (index <= head || isBlank(cells)) return []
    const facts = readRow(sheet, { row: index + 1, cells, fields, date1904 }, problems)
    return facts === undefined ? [] : [{ row: index + 1, facts }]
  })
}

function readForms(book: Workbook, problems: Problems): Forms {
  const forms: Record<string, unknown> = {}
  for (const sheet of LOAN_SHEET_NAMES) forms[sheet] = readSheet(book, sheet, problems)
  // Each sheet's rows are what its own form parsed.
  return forms as unknown as Forms
}

const keyOf = ({ facts }: FormRow<{ former_id: string }>) => facts.former_id.toLowerCase()

function grouped<Facts extends { former_id: string }>(rows: readonly FormRow<Facts>[]) {
  return Map.groupBy(rows, keyOf)
}

/** Reports rows of a sheet whose loan is not in the sheet of loans. */
function refuseStrangers(
  known: ReadonlySet<string>,
  sheet: LoanSheet,
  { rows, problems }: { rows: readonly FormRow<{ former_id: string }>[]; problems: Problems },
) {
  for (const one of rows) {
    if (known.has(keyOf(one))) continue
    const message = `El folio ${one.facts.former_id} no está en la hoja «${LOAN_SHEETS.loans.name}»: agrégalo o quita esta fila`
    problems.add({ sheet, row: one.row, column: headerOf(sheet, 'former_id'), message })
  }
}

/** The rows of loans whose id is there once. */
function uniqueLoans(rows: readonly FormRow<LoanRowFacts>[], problems: Problems) {
  const first = new Map<string, number>()
  for (const one of rows) {
    const earlier = first.get(keyOf(one))
    if (earlier === undefined) {
      first.set(keyOf(one), one.row)
      continue
    }
    const message = `Folio repetido: ya está en la fila ${earlier}`
    problems.add(
      { sheet: 'loans', row: one.row, column: headerOf('loans', 'former_id'), message },
      one.facts.former_id,
    )
  }
  return rows.filter((one) => first.get(keyOf(one)) === one.row)
}

const byDay = <Row extends { facts: { day: string }; row: number }>(one: Row, other: Row) =>
  one.facts.day === other.facts.day ? one.row - other.row : one.facts.day < other.facts.day ? -1 : 1

const without = <Facts extends { former_id: string }>({ former_id: _, ...facts }: Facts) => facts

type BalanceForms = Forms['balances']

/** The balance of a loan; undefined with its problem in the list. */
function balanceOf(one: FormRow<LoanRowFacts>, rows: BalanceForms, problems: Problems) {
  const id = keyOf(one)
  const [balance, repeated] = rows
  const column = headerOf('loans', 'former_id')
  if (balance === undefined && !problems.former_ids.has(id)) {
    const message = `Falta su saldo en la hoja «${LOAN_SHEETS.balances.name}»: agrégalo`
    problems.add({ sheet: 'loans', row: one.row, column, message }, id)
  }
  if (repeated !== undefined) {
    const message = 'El folio tiene dos saldos: deja uno'
    problems.add({ sheet: 'balances', row: repeated.row, column, message }, id)
  }
  return problems.former_ids.has(id) ? undefined : balance
}

/** Reports loans with more payments than are applied at once, at the first one too many. */
function refuseLongHistories(
  histories: ReadonlyMap<string, readonly FormRow<{ former_id: string }>[]>,
  problems: Problems,
) {
  for (const [id, rows] of histories) {
    const over = rows[LOAN_PAYMENTS_LIMIT]
    if (over === undefined) continue
    const message = `El préstamo ${over.facts.former_id} tiene más de ${LOAN_PAYMENTS_LIMIT} pagos: junta los de un mismo día`
    problems.add({ sheet: 'payments', row: over.row, column: headerOf('payments', 'former_id'), message }, id)
  }
}

/**
 * Reads a workbook of loans of a former system: the sheets of loans, schedules, payments and balances, joined by the
 * former id. Each problem names its sheet, row and column and says what to do. A loan with a problem in any sheet is
 * left out of `loans`.
 */
export function readLoanBook(book: Workbook): ReadBook {
  const problems = new Problems()
  const forms = readForms(book, problems)
  const known = new Set([...forms.loans.map(keyOf), ...problems.former_ids])
  for (const sheet of ['schedule', 'payments', 'balances'] as const)
    refuseStrangers(known, sheet, { rows: forms[sheet], problems })
  const [schedules, payments] = [grouped(forms.schedule), grouped(forms.payments)]
  const balances = grouped(forms.balances)
  refuseLongHistories(payments, problems)
  const loans = uniqueLoans(forms.loans, problems).flatMap((one): ReadLoan[] => {
    const id = keyOf(one)
    const balance = balanceOf(one, balances.get(id) ?? [], problems)
    if (balance === undefined) return []
    const history = (payments.get(id) ?? []).toSorted(byDay)
    const rows = schedules.get(id)?.toSorted((row, other) => row.facts.number - other.facts.number)
    const facts = {
      ...one.facts,
      schedule: rows?.map((row) => without(row.facts)) ?? null,
      payments: history.map((row) => without(row.facts)),
      claimed: balance.facts.claimed,
    }
    const payment_rows = history.map(({ row }) => row)
    return [{ row: one.row, facts, payment_rows, balance_row: balance.row }]
  })
  if (loans.length === 0 && problems.list.length === 0)
    problems.add({ sheet: 'loans', row: 0, column: '', message: 'La hoja no tiene préstamos' })
  return { loans, problems: problems.list }
}
