import { stpOutcome } from '../mexico/stp-states.ts'
import type { Cents } from '../money.ts'

/**
 * What STP says of an incoming payment, whose callback is unsigned. pending: it has not answered yet; not_found: it does
 * not know it; mismatch: it has it with other facts; unchecked: registered before STP was asked about any.
 */
export const STP_CHECKS = ['pending', 'confirmed', 'not_found', 'mismatch', 'unchecked'] as const
export type StpCheck = (typeof STP_CHECKS)[number]

/** What STP's query answers of an order that we received. Amount in centavos. */
export interface ReceivedOrder {
  amount: Cents
  beneficiary_account: string
  stp_state: string
}

/** What the callback said. */
interface Callback {
  amount_cents: Cents
  beneficiary_account: string | null
}

/** STP's code of an incoming payment that we answered `confirmar` (its catalogue: «Confirmada»). */
const CONFIRMED = 'CCO'

/**
 * Compares a callback with the order that STP has under the same tracking key and operating day (null: none). The
 * amount must be equal to the centavo, the account to the digit where the callback names one. Money that went back is a
 * mismatch; an order that has not ended yet stays pending.
 */
export function checkAgainstStp(
  callback: Callback,
  order: ReceivedOrder | null,
): Exclude<StpCheck, 'unchecked'> {
  if (order === null) return 'not_found'
  const isSameAccount =
    callback.beneficiary_account === null || callback.beneficiary_account === order.beneficiary_account
  if (order.amount !== callback.amount_cents || !isSameAccount) return 'mismatch'
  const outcome = stpOutcome(order.stp_state)
  if (outcome === 'LQ' || order.stp_state === CONFIRMED) return 'confirmed'
  return outcome === null ? 'pending' : 'mismatch'
}
