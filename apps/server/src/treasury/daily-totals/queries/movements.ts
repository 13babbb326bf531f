import { addDays, type Day, TIME_ZONE } from '@quincena/domain/dates'
import { type Direction, type Flow, flowWords, namedKinds } from '@quincena/domain/treasury/flows'
import type { CashMovement, MovementSet } from '@quincena/domain/treasury/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { inOrderOf } from '../../../http/pagination.ts'
import type { Days } from './trial-balance.ts'

export interface MovementFilters extends Days {
  set?: MovementSet | undefined
}

/** SQL of the beginning of a day in Mexico City. */
const startOf = (day: Day) => sql`(${day}::date::timestamp at time zone ${TIME_ZONE})`
const transit = sql`('stp_in_transit', 'refund_in_transit')`
/** The condition of the index of these entries, word for word. */
const isOfStp = sql`(debit_account in ('stp_cash', 'stp_in_transit', 'refund_in_transit')
  or credit_account in ('stp_cash', 'stp_in_transit', 'refund_in_transit'))`

const cashSide = (direction: Direction) =>
  direction === 'in' ? sql`debit_account = 'stp_cash'` : sql`credit_account = 'stp_cash'`

function isOfFlow(flow: Flow): RawBuilder<unknown> {
  const { direction, kinds } = flowWords(flow)
  const isKind =
    kinds.length > 0 ? sql`kind = any(${kinds})` : sql`kind <> all(${[...namedKinds(direction)]})`
  return sql`${cashSide(direction)} and ${isKind}`
}

function isIn(set: MovementSet | undefined): RawBuilder<unknown> {
  switch (set) {
    case undefined:
      return sql`'stp_cash' in (debit_account, credit_account)`
    case 'in':
    case 'out':
      return cashSide(set)
    case 'ordered':
      return sql`credit_account in ${transit}`
    case 'left':
      return sql`debit_account in ${transit}`
    case 'in_transit':
      return sql`credit_account in ${transit}`
    default:
      return isOfFlow(set)
  }
}

interface Found {
  id: number
  created_at: string
}

/**
 * The orders on their way at the end of a day, by their last entry that put them there: of those that are open now or
 * left later, those whose entries until then do not cancel out.
 */
function inTransitAt(until: RawBuilder<unknown>) {
  const candidates = sql`(
    select id from transfer where status = 'sent' and state is null
    union
    select transfer_id from ledger_entry
    where created_at >= ${until} and ${isOfStp} and (debit_account in ${transit} or credit_account in ${transit}))`
  const moved = sql`case when credit_account in ${transit} then amount_cents else -amount_cents end`
  return sql<Found>`(
    select max(id) filter (where credit_account in ${transit}) as id, min(created_at) as created_at from ledger_entry
    where transfer_id in ${candidates} and created_at < ${until}
      and (debit_account in ${transit} or credit_account in ${transit})
    group by transfer_id having sum(${moved}) <> 0)`
}

/** Query of the ids of the movements of some days, oldest first. */
export function movementIds(db: Db | Trx, { from, to, set }: MovementFilters) {
  const until = startOf(addDays(to, 1))
  const found =
    set === 'in_transit'
      ? inTransitAt(until)
      : sql<Found>`(
          select id, created_at from ledger_entry
          where created_at >= ${startOf(from)} and created_at < ${until} and ${isOfStp} and ${isIn(set)})`
  return db.selectFrom(found.as('entry')).select('entry.id').orderBy('entry.created_at').orderBy('entry.id')
}

/** How an entry changes what the list is about: the account at STP, or money on its way. */
function changeOf(set: MovementSet | undefined): RawBuilder<number> {
  const isOfTransit = set === 'ordered' || set === 'left' || set === 'in_transit'
  const grows = isOfTransit ? sql`entry.credit_account in ${transit}` : sql`entry.debit_account = 'stp_cash'`
  return sql<number>`case when ${grows} then entry.amount_cents else -entry.amount_cents end`
}

/** The movements of the given ids in their order, amounts in centavos. */
export async function movementsOf(
  db: Db | Trx,
  ids: readonly number[],
  set: MovementSet | undefined,
): Promise<CashMovement[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('ledger_entry as entry')
    .leftJoin('transfer', 'transfer.id', 'entry.transfer_id')
    .leftJoin('loan_summary as loan', 'loan.id', 'entry.loan_id')
    .leftJoin('incoming_payment as received', (join) =>
      join.on((eb) =>
        eb('received.id', '=', eb.fn.coalesce('entry.incoming_payment_id', 'transfer.incoming_payment_id')),
      ),
    )
    .leftJoin('user_summary as worker', (join) =>
      join.on((eb) =>
        eb('worker.id', '=', eb.fn.coalesce('entry.user_id', 'transfer.user_id', 'loan.user_id')),
      ),
    )
    .leftJoin('cash_movement', 'cash_movement.id', 'entry.cash_movement_id')
    .select(['entry.id', 'entry.created_at', 'entry.kind', changeOf(set).as('amount')])
    .select(['entry.transfer_id as transfer', 'received.id as incoming_payment', 'cash_movement.note'])
    .select(['loan.id as loan_id', 'loan.type as loan_type', 'loan.folio as loan_folio'])
    .select((eb) => [
      eb.fn.coalesce('worker.name', 'received.payer_name').as('person'),
      eb.fn
        .coalesce('transfer.tracking_key', 'received.tracking_key', 'cash_movement.tracking_key')
        .as('tracking_key'),
    ])
    .where('entry.id', 'in', ids)
    .execute()
  const movements = rows.map(({ loan_id, loan_type, loan_folio, ...movement }) => ({
    ...movement,
    loan:
      loan_id === null || loan_type === null || loan_folio === null
        ? null
        : { id: loan_id, type: loan_type, folio: loan_folio },
  }))
  return inOrderOf(ids, movements)
}
