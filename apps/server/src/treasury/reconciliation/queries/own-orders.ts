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

const bookedOf = (kind: string) =>
  sql<number>`coalesce((select amount_cents from ledger_entry
    where ledger_entry.transfer_id = transfer.id and kind = ${kind}), 0)`

/** Reads our orders of a day and those with one of the keys, each with its ledger amounts in centavos. */
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
      bookedOf('payout_principal').as('paid_out'),
      bookedOf('settlement').as('settled'),
      bookedOf('settlement_reversed').as('unsettled'),
      bookedOf('payout_principal_reversed').as('paid_back'),
    ])
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
