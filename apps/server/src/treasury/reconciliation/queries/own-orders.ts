import type { Day, Instant } from '@quincena/domain/dates'
import type { ListedOrder, OwnOrder } from '@quincena/domain/reconciliation/compare'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'

interface OwnRow extends Omit<OwnOrder, 'is_newer_than_list' | 'booked'> {
  other_operation_date: Day | null
  claimed_at: Instant | null
  updated_at: Instant
  paid_out: number
  settled: number
  unsettled: number
  paid_back: number
}

/** The kinds of entries by which the ledger counts an order as on its way, and as settled, of every purpose. */
const sentKinds = ['payout_principal', 'refund', 'verification']
const settledKinds = ['settlement', 'refund_settled', 'verification_settled']
const reversed = (kinds: readonly string[]) => kinds.map((kind) => `${kind}_reversed`)

/** A refund is booked when it is ordered; before it is sent, STP's list cannot have it. */
const bookedOf = (kinds: readonly string[]) =>
  sql<number>`case when sent_at is null and purpose = 'refund' then 0 else
    coalesce((select sum(amount_cents) from ledger_entry
      where ledger_entry.transfer_id = transfer.id and kind = any(${kinds}::text[])), 0)::bigint end`

/**
 * Reads our orders of a day and those with one of the keys, each with its ledger amounts in centavos. The return of an
 * incoming payment is no order of its own at STP: the list of received orders has it.
 */
export function readOwnOrders(
  db: Db | Trx,
  { operation_date, tracking_keys }: { operation_date: Day; tracking_keys: readonly string[] },
): Promise<OwnRow[]> {
  return db
    .selectFrom('transfer')
    .select([
      'id as transfer_id',
      'tracking_key',
      'operation_date',
      'other_operation_date',
      'status',
      'state',
    ])
    .select(['amount_cents as amount', 'beneficiary_account as account', 'claimed_at', 'updated_at'])
    .select([
      sql<boolean>`sent_at is not null`.as('is_sent'),
      bookedOf(sentKinds).as('paid_out'),
      bookedOf(settledKinds).as('settled'),
      bookedOf(reversed(settledKinds)).as('unsettled'),
      bookedOf(reversed(sentKinds)).as('paid_back'),
    ])
    .where('purpose', '<>', 'return')
    .where((eb) =>
      eb.or([
        eb('operation_date', '=', operation_date),
        sql<boolean>`tracking_key = any(${tracking_keys}::text[])`,
      ]),
    )
    .orderBy('id')
    .execute()
}

/**
 * Converts our order for the comparison. `asked_at` is the time of STP's list; an order changed later is newer than the
 * list, except those in `settled_now`, which this comparison itself has written.
 */
export function ownOrderOf(row: OwnRow, asked_at: Instant, booked_now: ReadonlySet<number>): OwnOrder {
  const { paid_out, settled, unsettled, paid_back, ...order } = row
  const latest = [row.claimed_at ?? '', row.updated_at].sort().at(-1) ?? ''
  return {
    ...order,
    is_newer_than_list: latest > asked_at && !booked_now.has(row.transfer_id),
    booked: { paid_out, settled, unsettled, paid_back },
  }
}

/** Converts STP's order for the comparison. */
export function listedOrderOf(order: StpOrder): ListedOrder {
  const { id, tracking_key, operation_date, amount, beneficiary_account: account, state, stp_state } = order
  return { id, tracking_key, operation_date, amount, account, state, stp_state }
}
