import type { MessageCode } from '../messages.ts'
import type { ResolveBody, TransferOrder } from './schema.ts'

interface ReviewStanding {
  state: TransferOrder['state']
  /** When STP was known to have the order; null where that was never booked. */
  sent_at: string | null
  /** The loan has payments that were not taken back. */
  has_payments: boolean
}

/**
 * Why an order in manual review cannot be settled this way; null when it can. What is booked is never contradicted: a
 * return stays a return, and an order STP had was sent.
 */
export function resolutionBlocker(
  outcome: ResolveBody['outcome'],
  { state, sent_at, has_payments }: ReviewStanding,
): MessageCode | null {
  const isBack = state === 'CN' || state === 'D'
  if (outcome === 'settled') return isBack ? 'transfer.already_returned' : null
  if (outcome === 'not_sent') return sent_at === null ? null : 'transfer.already_sent'
  return has_payments && !isBack ? 'loan.has_payments' : null
}
