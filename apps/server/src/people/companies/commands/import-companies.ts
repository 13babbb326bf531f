import type { Company, CompanyForm } from '@quincena/domain/companies/schema'
import type { RowProblem } from '@quincena/domain/imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudits } from '../../../platform/audit/commands/write-audit.ts'
import { companyColumns } from '../queries.ts'
import { termsAfter } from '../rules.ts'
import { auditedCompany, commonValues } from './save-company.ts'

export interface CompanyRow {
  number: number
  form: CompanyForm
}

/** Result of matching an import row with the stored companies. */
export type CompanyMatch =
  | { kind: 'create'; row: CompanyRow; values: Values }
  | { kind: 'update'; row: CompanyRow; before: Company; values: Values }
  | { kind: 'unchanged'; row: CompanyRow }
  | { kind: 'reject'; row: CompanyRow; problems: RowProblem[] }

/**
 * The row's columns, or what is wrong with them; the optional terms and the website keep the stored value if the row
 * leaves them empty.
 */
function readValues(form: CompanyForm, before?: Company) {
  const { values, problem } = termsAfter({ ...form, advance_cap: form.advance_cap ?? undefined }, before)
  if (problem !== undefined) return { problem: { field: problem.field, message: messageOf(problem.code) } }
  const website = form.website ?? before?.website ?? ''
  return { values: { ...commonValues(form), ...values, website } }
}

type Values = NonNullable<ReturnType<typeof readValues>['values']>

function isSame(before: Company, values: Values): boolean {
  const { commission, commission_steps, advance_cap, advance_minimum, ...rest } = before
  const stored = new Map<string, unknown>(
    Object.entries({
      ...{ ...rest, commission_cents: commission },
      commission_steps_cents: commission_steps && JSON.stringify(commission_steps),
      ...{ advance_cap_cents: advance_cap, advance_minimum_cents: advance_minimum },
    }),
  )
  return Object.entries(values).every(([column, value]) => stored.get(column) === value)
}

/**
 * Plans what a batch of a few hundred import rows would do, matched by key, with one query. `lock`: locks the matched
 * companies for the caller's transaction.
 */
export async function matchCompanies(
  db: Db | Trx,
  { rows, lock }: { rows: readonly CompanyRow[]; lock: boolean },
): Promise<CompanyMatch[]> {
  if (rows.length === 0) return []
  const keys = rows.map(({ form }) => form.key)
  const stored = await db
    .selectFrom('company')
    .select(companyColumns)
    .where('key', 'in', keys)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(lock, (query) => query.forNoKeyUpdate())
    .execute()
  const by_key = new Map(stored.map((company) => [company.key, company]))
  return rows.map((row) => {
    const before = by_key.get(row.form.key)
    const { values, problem } = readValues(row.form, before)
    if (values === undefined) return { kind: 'reject', row, problems: [problem] }
    if (before === undefined) return { kind: 'create', row, values }
    return isSame(before, values) ? { kind: 'unchanged', row } : { kind: 'update', row, before, values }
  })
}

async function createCompanies(
  deps: Deps,
  trx: Trx,
  { context, rows }: { context: CommandContext; rows: Values[] },
) {
  if (rows.length === 0) return
  const now = isoOf(deps.clock())
  const created = await trx
    .insertInto('company')
    .values(rows.map((values) => ({ ...values, created_at: now, updated_at: now })))
    .returning(companyColumns)
    .execute()
  await writeAudits(
    deps,
    trx,
    created.map((company) => ({
      context,
      action: 'company.created',
      subject: ['company', company.id],
      after: auditedCompany(company),
    })),
  )
}

type Update = Extract<CompanyMatch, { kind: 'update' }>

async function updateOne(deps: Deps, trx: Trx, { before, values }: Update): Promise<Company> {
  return trx
    .updateTable('company')
    .set({ ...values, updated_at: isoOf(deps.clock()) })
    .where('id', '=', before.id)
    .returning(companyColumns)
    .executeTakeFirstOrThrow()
}

/** Imports a batch of a few hundred rows: inserts new companies and updates those that a row changes. */
export async function importCompanies(
  deps: Deps,
  trx: Trx,
  { context, rows }: { context: CommandContext; rows: CompanyRow[] },
): Promise<CompanyMatch[]> {
  const matches = await matchCompanies(trx, { rows, lock: true })
  const fresh = matches.flatMap((match) => (match.kind === 'create' ? [match.values] : []))
  await createCompanies(deps, trx, { context, rows: fresh })
  const changed = []
  for (const match of matches) {
    if (match.kind !== 'update') continue
    changed.push({ before: match.before, after: await updateOne(deps, trx, match) })
  }
  await writeAudits(
    deps,
    trx,
    changed.map(({ before, after }) => ({
      ...{ context, action: 'company.updated', subject: ['company', after.id] },
      ...{ before: auditedCompany(before), after: auditedCompany(after) },
    })),
  )
  return matches
}
