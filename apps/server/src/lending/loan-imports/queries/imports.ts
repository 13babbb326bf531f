import type {
  LoanImport,
  loanImportQuery,
  ReconciledLoan,
  reconciledQuery,
} from '@quincena/domain/loan-imports/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { orderOf, windowOf } from '../../../http/pagination.ts'

/** The sums of the loans of some imports, by import. Amounts in centavos. */
async function readAllSums(db: Db | Trx, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number
    payments_total: number
    claimed: number
    calculated: number
    above_limit: number
  }>`
    select row.loan_import_id as id, sum(jsonb_array_length(row.facts -> 'payments'))::bigint as payments_total,
      sum(row.claimed_cents)::bigint as claimed, sum(row.calculated_cents)::bigint as calculated,
      count(*) filter (where row.outcome = 'created'
        and abs(row.calculated_cents - row.claimed_cents) > import.difference_limit_cents) as above_limit
    from loan_import_row as row join loan_import as import on import.id = row.loan_import_id
    where row.loan_import_id = any(${ids}::bigint[]) group by row.loan_import_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The sums of an import's loans, in centavos. */
export async function readSums(db: Db | Trx, id: number) {
  const sums = (await readAllSums(db, [id])).get(id)
  if (sums === undefined) throw new Error(`Import ${id} has no loans`)
  const { payments_total, claimed, calculated, above_limit } = sums
  return { payments_total, claimed, calculated, above_limit, difference: calculated - claimed }
}

function importRows(db: Db) {
  return db
    .selectFrom('loan_import as i')
    .innerJoin('app_user as by', 'by.id', 'i.uploaded_by')
    .leftJoin('app_user as second', 'second.id', 'i.approved_by')
    .leftJoin('approval', 'approval.id', 'i.approval_id')
    .select(['i.id', 'i.file_name', 'i.cut_off_day', 'i.balance_kind', 'i.accepts_differences'])
    .select(['i.difference_limit_cents as difference_limit', 'i.loans_total', 'i.loans_done'])
    .select(['i.created_count as created', 'i.unchanged_count as unchanged', 'i.approval_id as approval'])
    .select(['i.created_at', 'i.finished_at', 'i.problems'])
    .select(sql<string>`trim(concat_ws(' ', by.first_name, by.last_name))`.as('uploaded_by'))
    .select(sql<string | null>`trim(concat_ws(' ', second.first_name, second.last_name))`.as('second'))
    .select(
      sql<LoanImport['state']>`case when i.state = 'waiting' and approval.state <> 'open' then 'withdrawn'
        else i.state end`.as('state'),
    )
}
type ImportRow = Awaited<ReturnType<ReturnType<typeof importRows>['executeTakeFirstOrThrow']>>

async function presentAll(db: Db, rows: readonly ImportRow[]): Promise<LoanImport[]> {
  const sums = await readAllSums(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ second, problems, ...row }) => {
    const { payments_total = 0, claimed = 0, calculated = 0, above_limit = 0 } = sums.get(row.id) ?? {}
    const approved_by = second === '' ? null : second
    const balances = { payments_total, claimed, calculated, difference: calculated - claimed, above_limit }
    return { ...row, ...balances, approved_by, problems: problems ?? [] }
  })
}

/** The imports of loans, newest first. */
export async function listLoanImports(db: Db, input: z.output<typeof loanImportQuery>) {
  const { limit, offset } = windowOf(input)
  const { count } = await db
    .selectFrom('loan_import')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { direction } = orderOf(input.ordering, ['created_at'])
  const rows = await importRows(db)
    .orderBy('i.created_at', direction)
    .orderBy('i.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows: await presentAll(db, rows) }
}

/** An import and how far it is. Throws `loan_import.not_found` (404). */
export async function getLoanImport(db: Db, id: number): Promise<LoanImport> {
  const row = await importRows(db).where('i.id', '=', id).executeTakeFirst()
  const [found] = row === undefined ? [] : await presentAll(db, [row])
  if (found === undefined) throw new AppError('loan_import.not_found', 404)
  return found
}

const difference = sql<number>`r.calculated_cents - r.claimed_cents`

/** The loans of an import with both balances. */
export function reconciledRows(db: Db | Trx, loan_import_id: number) {
  return db
    .selectFrom('loan_import_row as r')
    .innerJoin('loan_import as i', 'i.id', 'r.loan_import_id')
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .where('r.loan_import_id', '=', loan_import_id)
    .select(['r.number as row', 'r.former_id', 'r.outcome', 'r.loan_id as loan', 'c.name as company'])
    .select(['r.claimed_cents as claimed', 'r.calculated_cents as calculated'])
    .select(difference.as('difference'))
    .select(sql<ReconciledLoan['type']>`r.facts ->> 'type'`.as('type'))
    .select(sql<number>`(r.facts ->> 'amount')::bigint`.as('amount'))
    .select(sql<number>`jsonb_array_length(r.facts -> 'payments')`.as('payments_count'))
    .select(sql<string>`trim(concat_ws(' ', u.first_name, u.last_name))`.as('worker'))
    .select(
      sql<boolean>`r.outcome = 'created' and abs(${difference}) > i.difference_limit_cents`.as(
        'is_above_limit',
      ),
    )
}

/** A page of the reconciliation of an import; `differs` selects the loans with a difference. */
export async function listReconciled(
  db: Db,
  input: z.output<typeof reconciledQuery> & { loan_import_id: number },
): Promise<{ count: number; rows: ReconciledLoan[] }> {
  const { limit, offset } = windowOf(input)
  const { column, direction } = orderOf(input.ordering, ['difference', 'row'])
  const differs = ['1', 'true'].includes(input.differs ?? '0')
  const { count } = await db
    .selectFrom('loan_import_row as r')
    .where('r.loan_import_id', '=', input.loan_import_id)
    .$if(differs, (all) => all.where(sql<boolean>`${difference} <> 0`))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await reconciledRows(db, input.loan_import_id)
    .$if(differs, (all) => all.where(sql<boolean>`${difference} <> 0`))
    .$if(column === 'difference', (all) => all.orderBy(sql`abs(${difference})`, direction))
    .orderBy('r.number', column === 'row' ? direction : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

/** So many rows are parsed without letting requests wait. */
const ROWS_PER_READ = 500

function selectStored(trx: Trx, loan_import_id: number, after: number) {
  return trx
    .selectFrom('loan_import_row')
    .select(['number', 'facts', 'outcome', 'user_id', 'calculated_cents', 'payment_rows', 'balance_row'])
    .where('loan_import_id', '=', loan_import_id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(ROWS_PER_READ)
    .execute()
}

/** The loans of an approved import as they were read, in their order. */
export async function readStoredLoans(trx: Trx, loan_import_id: number) {
  const loans: ReturnType<typeof asRead>[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await selectStored(trx, loan_import_id, after)
    loans.push(...rows.map(asRead))
    after = rows.at(-1)?.number
  }
  return loans
}

function asRead({ number: row, payment_rows, ...loan }: Awaited<ReturnType<typeof selectStored>>[number]) {
  return { ...loan, row, payment_rows: payment_rows ?? [] }
}
