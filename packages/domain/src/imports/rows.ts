import { type CompanyForm, companyForm } from '../companies/schema.ts'
import { bankOfClabe } from '../mexico/banks.ts'
import { isGenericRfc } from '../mexico/rfc.ts'
import { type UserForm, userForm } from '../users/forms.ts'
import { type Cell, type Reading, readCell, type SheetFacts } from './cells.ts'
import type { ImportColumn } from './columns.ts'
import { companyColumns } from './company-columns.ts'
import type { ImportKind, RowProblem } from './schema.ts'
import { userColumns } from './user-columns.ts'

/** Whose companies' or workers' columns. */
export const columnsOf: Record<ImportKind, readonly ImportColumn[]> = {
  users: userColumns,
  companies: companyColumns,
}

/** A row read: the form it fills, or everything that is wrong with it; its cells as they are shown. */
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

/** Last names in two columns are one; a bank that is not named is the CLABE's. */
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

/** One problem a field: what its cell says itself before what the form says of the value. */
function problemsOf(found: ReadonlyMap<string, string>, issues: readonly Issue[]): RowProblem[] {
  const problems = new Map(found)
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '')
    if (!problems.has(field)) problems.set(field, message)
  }
  return [...problems].map(([field, message]) => ({ field, message }))
}

export interface RowSource {
  number: number
  cells: readonly Cell[]
  fields: readonly (string | null)[]
  facts: SheetFacts
}

/** A row of workers, by the rules of the form of a new user. */
function readUserRow(source: RowSource): ReadRow<UserForm> {
  const { values, problems, shown } = readCells(userColumns, source)
  const { data, error } = userForm.safeParse(userValues(values))
  // Who named no bank has it from the CLABE: what is wrong is the CLABE.
  const hides_bank = values.bank === undefined && problems.has('debit_card_number')
  const issues = (error?.issues ?? []).filter(({ path }) => !(hides_bank && path[0] === 'bank'))
  const found = problemsOf(problems, issues)
  if (data === undefined || found.length > 0) return { number: source.number, shown, problems: found }
  return { number: source.number, shown, form: data }
}

/** A row of companies, by the rules of the form of a new company; a rate above 1 was meant as a percentage. */
export function readCompanyRow(source: RowSource): ReadRow<CompanyForm> {
  const { values, problems, shown } = readCells(companyColumns, source)
  const { data, error } = companyForm.safeParse(values)
  const found = problemsOf(problems, error?.issues ?? [])
  for (const problem of companyProblems(values))
    if (!found.some(({ field }) => field === problem.field)) found.push(problem)
  if (data === undefined || found.length > 0) return { number: source.number, shown, problems: found }
  return { number: source.number, shown, form: data }
}

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

/** Says where a value that must be its owner's alone is in an earlier valid row of the same file. */
function findRepeated<Form>(
  rows: readonly ReadRow<Form>[],
  marksOf: (form: Form) => [string, string][],
): ReadRow<Form>[] {
  const seen = new Map<string, number>()
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

/** Reads all rows of a file of workers. */
export function readUserRows(sources: readonly RowSource[]): ReadRow<UserForm>[] {
  return findRepeated(sources.map(readUserRow), userMarks)
}

/** Reads all rows of a file of companies. */
export function readCompanyRows(sources: readonly RowSource[]): ReadRow<CompanyForm>[] {
  return findRepeated(sources.map(readCompanyRow), ({ key }) => [['key', key]])
}
