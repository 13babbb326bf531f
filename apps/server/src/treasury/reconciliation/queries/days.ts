import { type Day, TIME_ZONE } from '@quincena/domain/dates'
import type { StpTime } from '@quincena/domain/mexico/operating-day'
import type { DayTotals } from '@quincena/domain/reconciliation/compare'
import { type DayRow, isWhole, windowStart } from '@quincena/domain/reconciliation/due'
import type {
  DayStatus,
  differencesQuery,
  ReconciliationDay,
  ReconciliationSide,
  reconciliationQuery,
} from '@quincena/domain/reconciliation/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { orderOf, readPage } from '../../../http/pagination.ts'
import { isInDoubt, needsReview } from '../../transfers/queries/transfer-predicates.ts'

/** True for a day not compared since its list became final, see `isWhole`. */
const is_not_whole = sql<boolean>`(checked_at is null or state <> 'done'
  or checked_at < (operation_date + time '18:05') at time zone ${TIME_ZONE})`

/**
 * Returns the days that may need a comparison: the newest, those with open differences and those never compared
 * completely. A run that started before `lease_start` counts as failed.
 */
export function dayRows(db: Db, time: StpTime, lease_start: string): Promise<DayRow[]> {
  const is_given_up = sql<boolean>`state in ('queued', 'running')
    and greatest(requested_at, started_at) < ${lease_start}`
  return db
    .selectFrom('reconciliation')
    .select(['operation_date', 'checked_at', 'open_differences'])
    .select(sql<DayRow['state']>`case when ${is_given_up} then 'failed' else state end`.as('state'))
    .where((eb) =>
      eb.or([eb('operation_date', '>=', windowStart(time)), eb('open_differences', '>', 0), is_not_whole]),
    )
    .execute()
}

/**
 * Returns the days with orders of ours: all in the window, and older ones that were never compared. Steps through the
 * index of operating days, so it reads one row for each day.
 */
export async function daysWithOrders(db: Db, time: StpTime): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    with recursive days as (
      select min(operation_date) as day from transfer
      union all
      select (select min(operation_date) from transfer where operation_date > day) from days where day is not null
    )
    select day from days
    where day >= ${windowStart(time)}
      or (day is not null and day not in (select operation_date from reconciliation))`.execute(db)
  return rows.map(({ day }) => day)
}

const dayColumns = [
  'operation_date',
  'state',
  'open_differences',
  'checked_at',
  'finished_at',
  'failure_reason',
] as const

type Total = ReconciliationDay['in_doubt']

const totalOf = sql`jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount_cents), 0))`

/** The money in doubt on a day, now: an order may come to review after the comparison. */
const inDoubt = (now: Temporal.Instant) =>
  sql<Total>`(select ${totalOf} from transfer
    where transfer.operation_date = reconciliation.operation_date and ${isInDoubt('transfer', now)})`

const hasDoubts = (now: Temporal.Instant) =>
  sql`exists (select from transfer
    where transfer.operation_date = reconciliation.operation_date and ${isInDoubt('transfer', now)})`

const found = sql<Total>`(select ${totalOf} from incoming_payment
  where incoming_payment.operation_date = reconciliation.operation_date and found_in_list)`

/** The last check of the day found a difference, and no check since has verified the balance. */
const isBalanceOff = sql<boolean>`coalesce((
  select c.verdict = 'difference' and not exists (
    select from balance_check as v where v.verdict = 'verified' and v.checked_at > c.checked_at)
  from balance_check as c
  where c.checked_at >= (operation_date::timestamp at time zone ${TIME_ZONE})
    and c.checked_at < ((operation_date + 1)::timestamp at time zone ${TIME_ZONE})
  order by c.checked_at desc, c.id desc limit 1), false)`

interface StoredDay extends Omit<ReconciliationDay, 'status' | 'is_partial'> {
  state: DayRow['state']
  is_balance_off: boolean
}

function statusOf({ state, open_differences, in_doubt, is_balance_off }: StoredDay): DayStatus {
  if (state === 'failed') return 'failed'
  if (state !== 'done') return 'running'
  if (open_differences > 0) return 'differences'
  if (in_doubt.count > 0) return 'doubts'
  return is_balance_off ? 'balance' : 'balanced'
}

function presentDay(row: StoredDay): ReconciliationDay {
  const { state: _, is_balance_off: __, ...day } = row
  return { ...day, status: statusOf(row), is_partial: row.checked_at !== null && !isWhole(row) }
}

const dayFields = (now: Temporal.Instant) => [
  ...dayColumns,
  sql<DayTotals | null>`totals`.as('totals'),
  inDoubt(now).as('in_doubt'),
  found.as('found'),
  isBalanceOff.as('is_balance_off'),
]

/** Lists the days with a comparison or an attempt by page, newest first by default. */
export async function listDays(db: Db, input: z.output<typeof reconciliationQuery>, now: Temporal.Instant) {
  const { has_differences, in_doubt, from, to } = input
  let query = db.selectFrom('reconciliation')
  if (has_differences !== undefined) query = query.where('open_differences', has_differences ? '>' : '=', 0)
  if (in_doubt !== undefined) query = query.where(sql<boolean>`${hasDoubts(now)} = ${in_doubt}`)
  if (from !== undefined) query = query.where('operation_date', '>=', from)
  if (to !== undefined) query = query.where('operation_date', '<=', to)
  const { column, direction } = orderOf(input.ordering, ['operation_date'])
  const ordered = query.select(dayFields(now)).orderBy(column, direction)
  const { count, rows } = await readPage(ordered, input)
  return { count, rows: rows.map(presentDay) }
}

/** Returns one day. Throws 404 `reconciliation.not_found`. */
export async function getDay(
  db: Db | Trx,
  operation_date: Day,
  now: Temporal.Instant,
): Promise<ReconciliationDay> {
  const row = await db
    .selectFrom('reconciliation')
    .select(dayFields(now))
    .where('operation_date', '=', operation_date)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('reconciliation.not_found', 404)
  return presentDay(row)
}

const side = (name: 'ours' | 'stp' | 'ledger') => sql<ReconciliationSide | null>`d.${sql.ref(name)}`.as(name)

/** Selects differences with their orders and loans: open ones first, then in the order in which they were found. */
function differenceRows(db: Db | Trx) {
  return db
    .selectFrom('reconciliation_difference as d')
    .leftJoin('transfer', 'transfer.id', 'd.transfer_id')
    .leftJoin('incoming_payment', 'incoming_payment.id', 'd.incoming_payment_id')
    .leftJoin('loan_summary as loan', (join) =>
      join.on((eb) =>
        eb('loan.id', '=', eb.fn.coalesce('transfer.loan_id', 'incoming_payment.matched_loan_id')),
      ),
    )
    .leftJoin('user_summary as worker', (join) =>
      join.on((eb) => eb('worker.id', '=', eb.fn.coalesce('transfer.user_id', 'loan.user_id'))),
    )
    .leftJoin('app_user', 'app_user.id', 'd.noted_by')
    .select(['d.id', 'd.kind', 'd.order_type', 'd.tracking_key', 'd.found_at', 'd.seen_at'])
    .select(['d.transfer_id as transfer', 'd.incoming_payment_id as incoming_payment'])
    .select(['d.note', 'd.noted_at', 'd.closed_at'])
    .select([
      sql<Day | null>`coalesce(transfer.operation_date, incoming_payment.operation_date)`.as('our_day'),
    ])
    .select(['loan.id as loan', 'loan.type as loan_type', 'loan.folio as loan_folio', 'transfer.purpose'])
    .select((eb) => eb.fn.coalesce('worker.name', 'incoming_payment.payer_name').as('person'))
    .select([side('ours'), side('stp'), side('ledger')])
    .select([
      sql<string | null>`app_user.first_name || ' ' || app_user.last_name`.as('noted_by_name'),
      sql<boolean>`coalesce(${needsReview('transfer')}, false)`.as('needs_review'),
      sql<boolean>`d.closed_by is not null`.as('closed_by_staff'),
    ])
    .orderBy(sql`d.closed_at is not null`)
    .orderBy('d.id')
}

/** Lists a day's differences by page: all, or only the open or closed ones. */
export async function listDifferences(db: Db, operation_date: Day, input: z.output<typeof differencesQuery>) {
  const { open } = input
  let rows = differenceRows(db).where('d.operation_date', '=', operation_date)
  if (open !== undefined) rows = rows.where('d.closed_at', open ? 'is' : 'is not', null)
  return readPage(rows, input)
}

/** Returns one difference. Throws 404 `difference.not_found`. */
export async function getDifference(db: Db, id: number) {
  const row = await differenceRows(db).where('d.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('difference.not_found', 404)
  return row
}

/** Selects all differences of a day. */
export const differencesOf = (db: Db | Trx, operation_date: Day) =>
  differenceRows(db).where('d.operation_date', '=', operation_date)

/** Selects all orders of a day, sent or received, with their three sides. */
export function ordersOf(db: Db | Trx, operation_date: Day) {
  const order = (name: 'ours' | 'stp' | 'ledger') =>
    sql<ReconciliationSide | null>`reconciliation_order.${sql.ref(name)}`.as(name)
  return db
    .selectFrom('reconciliation_order')
    .leftJoin('transfer', 'transfer.id', 'reconciliation_order.transfer_id')
    .leftJoin('incoming_payment', 'incoming_payment.id', 'reconciliation_order.incoming_payment_id')
    .leftJoin('loan_summary as loan', (join) =>
      join.on((eb) =>
        eb('loan.id', '=', eb.fn.coalesce('transfer.loan_id', 'incoming_payment.matched_loan_id')),
      ),
    )
    .select(['reconciliation_order.order_type', 'reconciliation_order.tracking_key'])
    .select(['loan.folio as loan_folio', sql<boolean>`coalesce(found_in_list, false)`.as('found_in_list')])
    .select([order('ours'), order('stp'), order('ledger')])
    .where('reconciliation_order.operation_date', '=', operation_date)
    .orderBy('reconciliation_order.order_type')
    .orderBy('reconciliation_order.order_key')
}
