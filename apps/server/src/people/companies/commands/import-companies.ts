import type { Company, CompanyForm } from '@quincena/domain/companies/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudits } from '../../../platform/audit/commands/write-audit.ts'
import { companyColumns } from '../queries.ts'
import { auditedCompany, commonValues, termValues } from './save-company.ts'

export interface CompanyRow {
  number: number
  form: CompanyForm
}

/** Result of matching an import row with the stored companies. */
export type CompanyMatch =
  | { kind: 'create'; row: CompanyRow }
  | { kind: 'update'; row: CompanyRow; before: Company; values: ReturnType<typeof valuesOf> }
  | { kind: 'unchanged'; row: CompanyRow }

/** The row's columns; the optional terms and the website keep the stored value if the row leaves them empty. */
function valuesOf(form: CompanyForm, before?: Company) {
  return {
    ...commonValues(form),
    ...termValues({ ...form, advance_cap: form.advance_cap ?? undefined }, before),
    website: form.website ?? before?.website ?? '',
  }
}

function isSame(before: Company, values: ReturnType<typeof valuesOf>): boolean {
  const { commission, advance_cap, advance_minimum, ...rest } = before
  const stored = new Map<string, unknown>(
    Object.entries({
      ...{ ...rest, commission_cents: commission },
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
    if (before === undefined) return { kind: 'create', row }
    const values = valuesOf(row.form, before)
    return isSame(before, values) ? { kind: 'unchanged', row } : { kind: 'update', row, before, values }
  })
}

async function createCompanies(
  deps: Deps,
  trx: Trx,
  { context, rows }: { context: CommandContext; rows: CompanyRow[] },
) {
  if (rows.length === 0) return
  const now = isoOf(deps.clock())
  const created = await trx
    .insertInto('company')
    .values(rows.map(({ form }) => ({ ...valuesOf(form), created_at: now, updated_at: now })))
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
  const fresh = matches.flatMap(({ kind, row }) => (kind === 'create' ? [row] : []))
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
