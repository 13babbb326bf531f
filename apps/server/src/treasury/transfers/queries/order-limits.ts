import { businessDay, TIME_ZONE } from '@quincena/domain/dates'
import {
  type DailyLimits,
  DEFAULT_DAILY_LIMITS,
  type LimitedPurpose,
  type LimitUsage,
  type OrderLimits,
} from '@quincena/domain/transfers/limits'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { isHeld } from './transfer-predicates.ts'

/** Returns the limits per day of each purpose with their version; 0 until they are first changed. */
export async function readDailyLimits(db: Db | Trx): Promise<{ limits: DailyLimits; version: number }> {
  const saved = await readSetting(db, 'order_limits')
  return { limits: saved?.value ?? DEFAULT_DAILY_LIMITS, version: saved?.version ?? 0 }
}

/** The centavos of a purpose that were claimed for sending today and not refused. */
export async function sentToday(
  db: Db | Trx,
  purpose: LimitedPurpose,
  now: Temporal.Instant,
): Promise<number> {
  const midnight = Temporal.PlainDate.from(businessDay(now)).toZonedDateTime(TIME_ZONE).toInstant()
  const { amount } = await db
    .selectFrom('transfer')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('amount'))
    .where('purpose', '=', purpose)
    .where('claimed_at', '>=', isoOf(midnight))
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return amount
}

/** The number and the centavos of the orders of a purpose that wait because of its limit. */
function heldOrders(db: Db | Trx, purpose: LimitedPurpose) {
  return db
    .selectFrom('transfer')
    .select((eb) => eb.fn.countAll<number>().as('held_count'))
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('held_amount'))
    .where(isHeld('transfer'))
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
}

/** Returns each purpose's limit of the day, in centavos, with what was sent today and what waits. */
export async function getOrderLimits(db: Db | Trx, now: Temporal.Instant): Promise<OrderLimits> {
  const { limits, version } = await readDailyLimits(db)
  const usageOf = async (purpose: LimitedPurpose): Promise<LimitUsage> => ({
    limit: limits[purpose],
    sent_today: await sentToday(db, purpose, now),
    ...(await heldOrders(db, purpose)),
  })
  return {
    version,
    refund: await usageOf('refund'),
    return: await usageOf('return'),
    verification: await usageOf('verification'),
  }
}
