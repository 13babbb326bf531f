import { type CompanyForm, companyForm } from '../companies/schema.ts'
import { bankOfClabe } from '../mexico/banks.ts'
import { isGenericRfc } from '../mexico/rfc.ts'
import { type UserForm, userForm } from '../users/forms.ts'
import { type Cell, type Reading, readCell, type SheetFacts } from './cells.ts'
import type { ImportColumn } from './columns.ts'
import { companyColumns } from './company-columns.ts'
import type { ImportKind, RowProblem } from './schema.ts'
import { userColumns } from './user-columns.ts'

/** The columns of each kind of import. */
export const columnsOf: Record<ImportKind, readonly ImportColumn[]> = {
  users: userColumns,
  companies: companyColumns,
}

/** Result of reading a row: a valid form or all its problems, and the text of each cell in `shown`. */
export type ReadRow<Form> =
  | { number: number; shown: (string | null)[]; form: Form; problems?: undefined }
  | { number: number; shown: (string | null)[]; problems: RowProblem[]; form?: undefined }

interface RowParts {
  values: Record<string, unknown>
  problems: Map<string, string>
  shown: (string | null)[]
}

function readOne(column: ImportColumn | undefined, cell: Cell, facts: SheetFacts): Reading {
  if (column === undefined) return { shown: cell === null ? null : String(cell) }
  return readCell(column.read, cell, facts)
}

function readCells(
  columns: readonly ImportColumn[],
  { fields, cells, facts }: { fields: readonly (string | null)[]; cells: readonly Cell[]; facts: SheetFacts },
): RowParts {
  const parts: RowParts = { values: {}, problems: new Map(), shown: [] }
  for (const [index, field] of fields.entries()) {
    const column = columns.find((one) => one.field === field)
    const { value, problem, shown } = readOne(column, cells[index] ?? null, facts)
    parts.shown.push(shown)
    if (field === null) continue
    if (problem !== undefined) parts.problems.set(field, problem)
    else if (value !== undefined) parts.values[field] = value
  }
  return parts
}

/** Completes the values of a worker: joins the two last names, and takes a missing bank from the CLABE. */
function userValues({ second_last_name, ...values }: Record<string, unknown>): Record<string, unknown> {
  const last_name =
    typeof second_last_name === 'string'
      ? [values.last_name, second_last_name].filter(Boolean).join(' ')
      : values.last_name
  const clabe = values.debit_card_number
  const bank = values.bank ?? (typeof clabe === 'string' ? (bankOfClabe(clabe) ?? undefined) : undefined)
  return { ...values, last_name, bank, user_type: 'U2' }
}

const RATE = 'La tasa es una fracción: escribe 0.18 o 18% para 18 %'

function companyProblems({ interest_rate }: Record<string, unknown>): RowProblem[] {
  return typeof interest_rate === 'number' && interest_rate > 1
    ? [{ field: 'interest_rate', message: RATE }]
    : []
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** Merges the problems of the cells with those of the form: one per field, the cell's problem first. */
function problemsOf(cell_problems: ReadonlyMap<string, string>, issues: readonly Issue[]): RowProblem[] {
  const problems = new Map(cell_problems)
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '')
    if (!problems.has(field)) problems.set(field, message)
  }
  return [...problems].map(([field, message]) => ({ field, message }))
}

/** A row of a file. `number` is its row number in the spreadsheet, `fields` the field of each column. */
export interface RowSource {
  number: number
  cells: readonly Cell[]
  fields: readonly (string | null)[]
  facts: SheetFacts
}

/** Reads a row of workers and validates it with the form of a new user. */
function readUserRow(source: RowSource): ReadRow<UserForm> {
  const { values, problems, shown } = readCells(userColumns, source)
  const { data, error } = userForm.safeParse(userValues(values))
  // Without a bank column the bank comes from the CLABE, so a wrong CLABE is the only problem to report.
  const hides_bank = values.bank === undefined && problems.has('debit_card_number')
  const issues = (error?.issues ?? []).filter(({ path }) => !(hides_bank && path[0] === 'bank'))
  const all_problems = problemsOf(problems, issues)
  if (data === undefined || all_problems.length > 0)
    return { number: source.number, shown, problems: all_problems }
  return { number: source.number, shown, form: data }
}

/**
 * Reads a row of companies and validates it with the form of a new company. An interest rate above 1 is a problem too:
 * it is probably a percentage.
 */
export function readCompanyRow(source: RowSource): ReadRow<CompanyForm> {
  const { values, problems, shown } = readCells(companyColumns, source)
  const { data, error } = companyForm.safeParse(values)
  const all_problems = problemsOf(problems, error?.issues ?? [])
  for (const problem of companyProblems(values))
    if (!all_problems.some(({ field }) => field === problem.field)) all_problems.push(problem)
  if (data === undefined || all_problems.length > 0)
    return { number: source.number, shown, problems: all_problems }
  return { number: source.number, shown, form: data }
}

/** The values of a worker that must be unique. */
function userMarks(form: UserForm): [field: string, value: string][] {
  const account: [string, string] = ['bank_account_number', `${form.bank} ${form.bank_account_number}`]
  const rfc: [string, string][] = isGenericRfc(form.rfc) ? [] : [['rfc', form.rfc]]
  return [
    ['curp', form.curp],
    ['email', form.email],
    ['key', form.key],
    ['debit_card_number', form.debit_card_number ?? ''],
    account,
    ...rfc,
  ]
}

/** The row number of each unique value of the earlier valid rows of a file. */
export type SeenValues = Map<string, number>

/** Adds a problem to each row that repeats a unique value of an earlier valid row of the file. */
function findRepeated<Form>(
  rows: readonly ReadRow<Form>[],
  seen: SeenValues,
  marksOf: (form: Form) => [string, string][],
): ReadRow<Form>[] {
  return rows.map((row) => {
    if (row.form === undefined) return row
    const marks = marksOf(row.form).map(([field, value]) => ({ field, mark: `${field}:${value}` }))
    const problems = marks.flatMap(({ field, mark }) => {
      const earlier = seen.get(mark)
      return earlier === undefined ? [] : [{ field, message: `Repetido: ya está en la fila ${earlier}` }]
    })
    if (problems.length > 0) return { number: row.number, shown: row.shown, problems }
    for (const { mark } of marks) seen.set(mark, row.number)
    return row
  })
}

/**
 * Reads rows of an import of workers, and reports unique values that repeat within the file. `seen` keeps these values
 * for the next rows of the same file.
 */
export function readUserRows(
  sources: readonly RowSource[],
  seen: SeenValues = new Map(),
): ReadRow<UserForm>[] {
  return findRepeated(sources.map(readUserRow), seen, userMarks)
}

/** Reads rows of an import of companies, and reports keys that repeat within the file, as `readUserRows` does. */
export function readCompanyRows(
  sources: readonly RowSource[],
  seen: SeenValues = new Map(),
): ReadRow<CompanyForm>[] {
  return findRepeated(sources.map(readCompanyRow), seen, ({ key }) => [['key', key]])
}
