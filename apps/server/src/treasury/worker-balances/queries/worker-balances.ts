import type {
  BalanceSummary,
  WorkerBalanceRow,
  workerBalanceQuery,
} from '@quincena/domain/worker-balances/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../command/context.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { inOrderOf, orderOf, readPage } from '../../../http/pagination.ts'
import { matchesPerson } from '../../../people/users/queries/matching-people.ts'
import { openRefundsOf, sumOpenRefunds } from '../../refunds/queries/refunds.ts'

type Query = z.output<typeof workerBalanceQuery>
/** Filters, search and order of the list of balances, without the page. */
export type BalanceFilters = Omit<Query, 'page' | 'page_size'>

function matching(db: Db | Trx, { search, owes = false }: BalanceFilters) {
  const found = sql<boolean>`account.user_id in (
    select worker.id from app_user as worker where ${matchesPerson('worker', search ?? '')})`
  return db
    .selectFrom('worker_account as account')
    .where(owes ? sql<boolean>`account.receivable_cents > 0` : sql<boolean>`account.balance_cents > 0`)
    .$if(search !== undefined && search !== '', (all) => all.where(found))
}

/** Query of the ids of all matching workers, in the requested order; the largest balance first by default. */
export function balanceIds(db: Db | Trx, input: BalanceFilters) {
  const ids = matching(db, input).select('account.user_id as id')
  const { column, direction } = orderOf(input.ordering ?? (input.owes ? '-receivable' : '-balance'), [
    ...(['balance', 'receivable', 'name'] as const),
  ])
  if (column === 'name')
    return ids
      .innerJoin('app_user as worker', 'worker.id', 'account.user_id')
      .orderBy('worker.first_name', (order) => order.collate('es-x-icu')[direction]())
      .orderBy('worker.last_name', (order) => order.collate('es-x-icu')[direction]())
      .orderBy('account.user_id', direction)
  // The indexes have equal amounts by ascending id.
  const ties = direction === 'desc' ? 'asc' : 'desc'
  return ids.orderBy(`account.${column}_cents`, direction).orderBy('account.user_id', ties)
}

/** The balances of the given workers for an export, in the order of `ids`. Amounts in centavos. */
export async function balancesOf(
  db: Db | Trx,
  actor: Actor,
  ids: readonly number[],
): Promise<WorkerBalanceRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('worker_account as account')
    .innerJoin('app_user as worker', 'worker.id', 'account.user_id')
    .leftJoin('company', 'company.id', 'worker.company_id')
    .select(['worker.id', 'worker.first_name', 'worker.last_name', 'worker.key', 'company.name as company'])
    .select(['account.balance_cents as balance', 'account.receivable_cents as receivable'])
    .where('account.user_id', 'in', ids)
    .execute()
  const refunds = new Map((await openRefundsOf(db, actor, ids)).map((refund) => [refund.user, refund]))
  return inOrderOf(ids, rows).map(({ first_name, last_name, ...row }) => {
    const open = refunds.get(row.id)
    const refund = open === undefined ? null : { id: open.id, state: open.state, amount: open.amount }
    return { ...row, name: `${first_name} ${last_name}`, refund }
  })
}

/** `GET /treasury/balances`: one page of the workers with a balance, or of those who owe money apart. */
export async function listBalances(db: Db, actor: Actor, input: Query) {
  const { count, rows } = await readPage(balanceIds(db, input), input, matching(db, input))
  const ids = rows.map(({ id }) => id)
  return { count, rows: await balancesOf(db, actor, ids) }
}

/** Number of workers and their centavos in one column; each has a partial index that holds all of it. */
function sumOf(db: Db, column: 'balance_cents' | 'receivable_cents') {
  return db
    .selectFrom('worker_account')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`.as('amount'))
    .where(column, '>', 0)
    .executeTakeFirstOrThrow()
}

/** `GET /treasury/balances/summary`: the totals of all workers and of the refunds without an outcome, in centavos. */
export async function getBalanceSummary(db: Db): Promise<BalanceSummary> {
  const [balances, receivables, refunds] = await Promise.all([
    sumOf(db, 'balance_cents'),
    sumOf(db, 'receivable_cents'),
    sumOpenRefunds(db),
  ])
  return { balances, receivables, ...refunds }
}
