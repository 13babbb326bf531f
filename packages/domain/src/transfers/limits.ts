import { z } from 'zod'
import { type Cents, money } from '../money.ts'
import { NEGATIVE_LIMIT, typedLimit } from '../typed-limit.ts'
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
export type LimitedPurpose = keyof DailyLimits

/** The purposes with a limit of the day, in the order of the form. */
export const LIMITED_PURPOSES = [
  'refund',
  'return',
  'verification',
] as const satisfies readonly LimitedPurpose[]

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

const newLimit = money.refine((amount) => amount >= 0, NEGATIVE_LIMIT)
const count = z.int().nonnegative()

/** Body of `PUT /stp/limits`: the new limit of each purpose, and the version of the limits that were edited. */
export const orderLimitsBody = z.object({
  refund: newLimit,
  return: newLimit,
  verification: newLimit,
  version: count,
})
export type OrderLimitsBody = z.infer<typeof orderLimitsBody>

const usage = z.object({
  limit: money,
  /** Claimed for sending since midnight in Mexico City and not refused by STP. */
  sent_today: money,
  /** Pending orders that wait because of the limit. */
  held_count: count,
  held_amount: money,
})
export type LimitUsage = z.infer<typeof usage>

/** The limits with what was sent today and what waits; `version` is 0 until the limits are first changed. */
export const orderLimits = z.object({ version: count, refund: usage, return: usage, verification: usage })
export type OrderLimits = z.infer<typeof orderLimits>

const typed = typedLimit('Escribe un monto; con 0 no se envía ninguna')

/** The fields of the form that changes the limits. */
export const orderLimitsForm = z.object({
  refund: typed,
  return: typed,
  verification: typed,
})
