import { EXCLUSIVE_TRANSFERS } from '@quincena/domain/transfers/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { orderHandlers } from '../handlers.ts'
import { requireId, type TargetColumns, type TransferRow } from '../rules.ts'
import { isTransferIn } from './transfer-predicates.ts'

/** The SQL condition for the orders with the same target: of one loan, of one worker and purpose, or of one return. */
export function ofTarget(target: TargetColumns): RawBuilder<boolean> {
  const { purpose, loan_id, user_id, incoming_payment_id } = target
  if (purpose === 'payout') return sql`transfer.loan_id = ${requireId(loan_id)}`
  if (purpose === 'return') return sql`transfer.incoming_payment_id = ${requireId(incoming_payment_id)}`
  return sql`(transfer.user_id = ${requireId(user_id)} and transfer.purpose = ${purpose})`
}

/** True if another order of the same target excludes this one from being open. */
export async function hasOtherOpen(db: Db | Trx, order: TargetColumns & { id: number }): Promise<boolean> {
  const others = db.selectFrom('transfer').select('id').where(ofTarget(order)).where('id', '<>', order.id)
  const open = others.where(isTransferIn('transfer', EXCLUSIVE_TRANSFERS[order.purpose]))
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** True if the order's money moves once and another order moves it: of a loan or an incoming payment, never of a worker. */
async function isPaidByAnother(db: Db | Trx, order: TransferRow): Promise<boolean> {
  return order.user_id === null && hasOtherOpen(db, order)
}

/** True if another payout of the same loan is settled: what this one paid came on top. */
async function isSettledByAnother(db: Db | Trx, order: TransferRow): Promise<boolean> {
  if (order.purpose !== 'payout') return false
  const others = db.selectFrom('transfer').select('id').where(ofTarget(order)).where('id', '<>', order.id)
  const settled = others.where('status', '=', 'sent').where('state', '=', 'LQ')
  return (await settled.limit(1).executeTakeFirst()) !== undefined
}

/** Returns what decides in which ways an order in review can be resolved. */
export async function reviewFacts(db: Db | Trx, order: TransferRow) {
  const { state, sent_at, status, purpose } = order
  return {
    ...{ state, sent_at },
    // The payments of a loan rely on the order that pays it, never on a second one.
    has_payments: status !== 'duplicate' && (await orderHandlers(purpose).hasPayments(db, order)),
    is_paid_by_another: await isPaidByAnother(db, order),
    is_settled_by_another: await isSettledByAnother(db, order),
  }
}
