import { addDays, type Day, TIME_ZONE } from '@quincena/domain/dates'
import type { CheckedBalance } from '@quincena/domain/treasury/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'

/** SQL of the beginning of a day in Mexico City. */
const startOf = (day: Day) => sql<string>`(${day}::date::timestamp at time zone ${TIME_ZONE})`

/**
 * STP's free balance at the last check of a day, beside what the books said then, in centavos: both without the orders
 * that STP has not settled. Null without a check.
 */
export async function readCheckedBalance(db: Db | Trx, day: Day): Promise<CheckedBalance | null> {
  const row = await db
    .selectFrom('balance_check')
    .select(['checked_at', 'difference_cents as difference', 'verdict'])
    .select(sql<number>`balance_cents - pending_cents`.as('balance'))
    .select(sql<number>`cash_cents - transit_cents`.as('booked'))
    .where('checked_at', '>=', startOf(day))
    .where('checked_at', '<', startOf(addDays(day, 1)))
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
