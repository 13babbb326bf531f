import type { CompanyForm } from '@quincena/domain/companies/schema'
import type { RowOutcome, RowProblem } from '@quincena/domain/imports/schema'
import type { UserForm } from '@quincena/domain/users/forms'
import type { Actor } from '../../../command/context.ts'
import type { Db } from '../../../db/types.ts'
import { type CompanyMatch, matchCompanies } from '../../companies/commands/import-companies.ts'
import { matchWorkers, type WorkerMatch } from '../../users/queries/match-workers.ts'

/** A row of the file that fills its form. */
export interface FormRow {
  number: number
  form: UserForm | CompanyForm
}

/** Result of a row: applied, or in preview. */
export interface Outcome {
  number: number
  outcome: RowOutcome
  problems: RowProblem[]
}

const outcomes = { create: 'created', update: 'updated', unchanged: 'unchanged', reject: 'rejected' } as const

export function outcomeOf(match: WorkerMatch | CompanyMatch): Outcome {
  const problems = match.kind === 'reject' ? match.problems : []
  return { number: match.row.number, outcome: outcomes[match.kind], problems }
}

/** Keeps the rows with a worker's form. */
export function workerRows(rows: readonly FormRow[]) {
  return rows.flatMap(({ number, form }) => ('curp' in form ? [{ number, form }] : []))
}

/** Keeps the rows with a company's form. */
export function companyRows(rows: readonly FormRow[]) {
  return rows.flatMap(({ number, form }) => ('curp' in form ? [] : [{ number, form }]))
}

/** Plans a few hundred rows without writing. `company_id` null: the rows are companies. */
export async function planRows(
  db: Db,
  { user, company_id, rows }: { user: Actor; company_id: number | null; rows: readonly FormRow[] },
): Promise<Outcome[]> {
  const matches =
    company_id === null
      ? await matchCompanies(db, { rows: companyRows(rows), lock: false })
      : await matchWorkers(db, { user, company_id, rows: workerRows(rows), lock: false })
  return matches.map(outcomeOf)
}
