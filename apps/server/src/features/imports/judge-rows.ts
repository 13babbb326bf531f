import type { CompanyForm } from '@quincena/domain/companies/schema'
import type { RowOutcome, RowProblem } from '@quincena/domain/imports/schema'
import type { UserForm } from '@quincena/domain/users/forms'
import type { Actor } from '../../lib/context.ts'
import type { Db } from '../../lib/deps.ts'
import { type CompanyVerdict, judgeCompanies } from '../companies/import-companies.ts'
import { judgeWorkers, type WorkerVerdict } from '../users/commands/judge-workers.ts'

export interface FormRow {
  number: number
  form: UserForm | CompanyForm
}

/** How a row came out, or would. */
export interface Outcome {
  number: number
  outcome: RowOutcome
  problems: RowProblem[]
}

const outcomes = { create: 'created', update: 'updated', unchanged: 'unchanged', reject: 'rejected' } as const

export function outcomeOf(verdict: WorkerVerdict | CompanyVerdict): Outcome {
  const problems = verdict.kind === 'reject' ? verdict.problems : []
  return { number: verdict.row.number, outcome: outcomes[verdict.kind], problems }
}

/** The rows that hold a worker's form. */
export function workerRows(rows: readonly FormRow[]) {
  return rows.flatMap(({ number, form }) => ('curp' in form ? [{ number, form }] : []))
}

/** The rows that hold a company's form. */
export function companyRows(rows: readonly FormRow[]) {
  return rows.flatMap(({ number, form }) => ('curp' in form ? [] : [{ number, form }]))
}

/** What some hundred rows would do, without doing it. `company_id` null: they are companies. */
export async function judgeRows(
  db: Db,
  { user, company_id, rows }: { user: Actor; company_id: number | null; rows: readonly FormRow[] },
): Promise<Outcome[]> {
  const verdicts =
    company_id === null
      ? await judgeCompanies(db, { rows: companyRows(rows), lock: false })
      : await judgeWorkers(db, { user, company_id, rows: workerRows(rows), lock: false })
  return verdicts.map(outcomeOf)
}
