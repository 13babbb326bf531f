import type { Day, Instant } from '@quincena/domain/dates'
import type { ListedOrder, OwnOrder } from '@quincena/domain/reconciliation/compare'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'

interface OwnRow extends Omit<OwnOrder, 'is_newer_than_list' | 'booked'> {
  claimed_at: Instant | null
  updated_at: Instant
  paid_out: number
  settled: number
  unsettled: number
  paid_back: number
}

/** The kinds of entries by which the ledger counts an order as on its way, and as settled, of every purpose. */
const sentKinds = ['payout_principal', 'refund', 'verification']
const settledKinds = ['settlement', 'refund_settled', 'verification_settled', 'second_payout']
/** A duplicate is booked with one entry, when it is known that it was settled. */
const duplicateKinds = ['second_payout']
const reversed = (kinds: readonly string[]) => kinds.map((kind) => `${kind}_reversed`)

/** A refund is booked when it is ordered; before it is sent, STP's list cannot have it. */
const bookedOf = (kinds: readonly string[], duplicate: readonly string[]) =>
  sql<number>`case when sent_at is null and purpose = 'refund' then 0 else
    coalesce((select sum(amount_cents) from ledger_entry
      where ledger_entry.transfer_id = transfer.id and kind = any(
        case transfer.status when 'duplicate' then ${duplicate}::text[] else ${kinds}::text[] end)), 0)::bigint end`

/**
 * Reads our orders with these tracking keys, each with its ledger amounts in centavos. The return of an incoming payment
 * is no order of its own at STP: the list of received orders has it.
 */
export function readOwnOrders(db: Db | Trx, tracking_keys: readonly string[]): Promise<OwnRow[]> {
  return db
    .selectFrom('transfer')
    .select(['id as transfer_id', 'tracking_key', 'operation_date', 'status', 'state'])
    .select(['amount_cents as amount', 'beneficiary_account as account', 'claimed_at', 'updated_at'])
    .select([
      sql<boolean>`sent_at is not null`.as('is_sent'),
      bookedOf(sentKinds, duplicateKinds).as('paid_out'),
      bookedOf(settledKinds, duplicateKinds).as('settled'),
      bookedOf(reversed(settledKinds), reversed(duplicateKinds)).as('unsettled'),
      bookedOf(reversed(sentKinds), reversed(duplicateKinds)).as('paid_back'),
    ])
    .where('purpose', '<>', 'return')
    .where(sql<boolean>`tracking_key = any(${tracking_keys}::text[])`)
    .orderBy('id')
    .execute()
}

interface BehindRow {
  transfer_id: number
  facts: StpOrder
  amount: number
  account: string
  status: string
  is_sent: boolean
  state: OwnOrder['state']
  operation_date: Day
  other_operation_date: Day | null
  /** The day has or had a difference of this order. */
  is_known: boolean
}

const behindAtOnce = 500

/**
 * Returns the orders that STP's stored list of a day has otherwise than we do, with STP's number after `after`, at most
 * 500; also orders of that day that stand in the list of their other possible day.
 */
export async function ordersBehindList(db: Db, operation_date: Day, after: number): Promise<BehindRow[]> {
  const { rows } = await sql<BehindRow>`
    select transfer.id as transfer_id, listed.facts, transfer.amount_cents as amount,
      transfer.beneficiary_account as account, transfer.status, transfer.sent_at is not null as is_sent,
      transfer.state, transfer.operation_date, transfer.other_operation_date, exists (
        select from reconciliation_difference as known
        where known.operation_date = ${operation_date} and known.order_type = 'E'
          and known.order_key = listed.tracking_key) as is_known
    from stp_listed_order as listed join transfer on transfer.tracking_key = listed.tracking_key
    where listed.order_type = 'E' and listed.stp_id > ${after}
      and (listed.operation_date = ${operation_date} or (
        transfer.operation_date = ${operation_date} and listed.operation_date = transfer.other_operation_date))
      and (transfer.sent_at is null or transfer.status not in ('sent', 'duplicate') or transfer.amount_cents <> listed.amount_cents
        or transfer.beneficiary_account <> listed.beneficiary_account
        or transfer.operation_date <> listed.operation_date or transfer.state is distinct from listed.state)
    order by listed.stp_id limit ${behindAtOnce}`.execute(db)
  return rows
}

/**
 * Converts our order for the comparison. `read_at` is when its page of STP's list was read, or the list as a whole
 * if it lacks the order; an order changed later is newer, except those in `booked_now`, which this comparison itself has
 * written.
 */
export function ownOrderOf(row: OwnRow, read_at: Instant, booked_now: ReadonlySet<number>): OwnOrder {
  const { paid_out, settled, unsettled, paid_back, ...order } = row
  const latest = [row.claimed_at ?? '', row.updated_at].sort().at(-1) ?? ''
  return {
    ...order,
    is_newer_than_list: latest > read_at && !booked_now.has(row.transfer_id),
    booked: { paid_out, settled, unsettled, paid_back },
  }
}

/** Converts STP's order for the comparison. */
export function listedOrderOf(order: StpOrder): ListedOrder {
  const { id, tracking_key, operation_date, amount, beneficiary_account: account, state, stp_state } = order
  return { id, tracking_key, operation_date, amount, account, state, stp_state }
}
