import { z } from 'zod'
import type { Cents } from '../money.ts'
import type { OrderPurpose } from './rules.ts'

const limit = z.int().nonnegative()

/**
 * Most centavos of one purpose that are sent on a calendar day in Mexico City; that of verifications is 5,000 orders of
 * one centavo. Payouts have no limit here: theirs are checked at approval and acceptance.
 */
export const dailyLimits = z.object({
  refund: limit.default(20_000_000),
  verification: limit.default(5_000),
  return: limit.default(50_000_000),
})
export type DailyLimits = z.infer<typeof dailyLimits>
type LimitedPurpose = keyof DailyLimits

/** The limits until they are changed. */
export const DEFAULT_DAILY_LIMITS: DailyLimits = dailyLimits.parse({})

/** True for a purpose with a limit of the day. */
export const isLimited = (purpose: OrderPurpose): purpose is LimitedPurpose => purpose !== 'payout'

/** True if an order may be sent beside those of its purpose that were sent on the day, in centavos. */
export function fitsDailyLimit(
  limits: DailyLimits,
  order: { purpose: LimitedPurpose; amount: Cents; sent: Cents },
): boolean {
  return order.sent + order.amount <= limits[order.purpose]
}
