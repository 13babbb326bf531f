import type { MessageCode } from '../messages.ts'
import type { ResolveBody, TransferOrder } from './schema.ts'

interface ReviewedOrder {
  state: TransferOrder['state']
  /** When the server booked that STP received the order; null if it never did. */
  sent_at: string | null
  /** The loan has payments that are not reversed. */
  has_payments: boolean
  /** Another order of the loan is open or settled. A loan is paid out by one order. */
  is_paid_by_another: boolean
}

/**
 * Returns the error code that blocks an outcome of a manual review, or null if the outcome is possible. An outcome may
 * not contradict the ledger: an order booked as returned cannot be settled, and an order that STP received cannot be
 * "not sent". A loan is paid out by one order, so a second one cannot be settled.
 */
export function resolutionBlocker(
  outcome: ResolveBody['outcome'],
  { state, sent_at, has_payments, is_paid_by_another }: ReviewedOrder,
): MessageCode | null {
  const isBack = state === 'CN' || state === 'D'
  if (outcome === 'settled') {
    if (isBack) return 'transfer.already_returned'
    return is_paid_by_another ? 'transfer.paid_by_another' : null
  }
  if (outcome === 'not_sent') return sent_at === null ? null : 'transfer.already_sent'
  // The payments concern a booked payout only: an order that was never booked may be returned in spite of them.
  return has_payments && !isBack && sent_at !== null ? 'loan.has_payments' : null
}
