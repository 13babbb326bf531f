import { stpOutcome } from '../mexico/stp-states.ts'
import type { Cents } from '../money.ts'

/**
 * STP's answer to a query about an incoming payment, whose callback is unsigned. pending: no answer yet; not_found: STP
 * does not know it; mismatch: STP has other facts; unchecked: registered before these checks existed.
 */
export const STP_CHECKS = ['pending', 'confirmed', 'not_found', 'mismatch', 'unchecked'] as const
export type StpCheck = (typeof STP_CHECKS)[number]

/** An order that we received, as STP's query returns it. Amount in centavos. */
export interface ReceivedOrder {
  amount: Cents
  beneficiary_account: string
  stp_state: string
}

/** The facts of the callback that are compared. */
interface Callback {
  amount_cents: Cents
  beneficiary_account: string | null
}

/** STP's code of an incoming payment that we answered `confirmar` (its catalogue: «Confirmada»). */
const CONFIRMED = 'CCO'

/**
 * Compares a callback with the order that STP has under the same tracking key and operating day (null: none). The
 * amounts must be equal, and the accounts too if the callback has one. Money that was returned is a mismatch; an order
 * without an outcome yet stays pending.
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
