import type { MessageCode } from '../messages.ts'
import type { ResolveBody, TransferOrder } from './schema.ts'

interface ReviewStanding {
  state: TransferOrder['state']
  /** When STP was known to have the order; null where that was never booked. */
  sent_at: string | null
  /** The loan has payments that were not taken back. */
  has_payments: boolean
  /** Another order of the loan is open or settled. */
  is_paid_by_another: boolean
}

/**
 * Why an order in manual review cannot be settled this way; null when it can. What is booked is never contradicted: a
 * return stays a return, and an order STP had was sent. A loan is paid by one order.
 */
export function resolutionBlocker(
  outcome: ResolveBody['outcome'],
  { state, sent_at, has_payments, is_paid_by_another }: ReviewStanding,
): MessageCode | null {
  const isBack = state === 'CN' || state === 'D'
  if (outcome === 'settled') {
    if (isBack) return 'transfer.already_returned'
    return is_paid_by_another ? 'transfer.paid_by_another' : null
  }
  if (outcome === 'not_sent') return sent_at === null ? null : 'transfer.already_sent'
  // What was never booked is no part of what was paid on.
  return has_payments && !isBack && sent_at !== null ? 'loan.has_payments' : null
}
