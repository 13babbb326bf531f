import { sql } from 'kysely'

/**
 * Calendar days between the date that staff write of a movement and STP's operating day. The longest time without a bank
 * day is that of Holy Week: what leaves after 18:00 on its Wednesday has the date of Monday.
 */
const mostDays = 5

/**
 * SQL: the movement `own` was recorded by hand, is in force, and is the order `listed` of STP's list. Its date is compared
 * too, because a tracking key is unique at STP on one operating day only.
 */
export const isRecordedByHand = sql<boolean>`(
  own.tracking_key = listed.tracking_key and abs(own.operation_date - listed.operation_date) <= ${sql.lit(mostDays)}
  and own.stp_order_id is null and own.settles_id is null and own.incoming_payment_id is null
  and own.reverses_id is null and own.reversed_at is null)`

/** SQL: no movement in our books is the order `listed` of STP's list. */
export const isNoMovement = sql<boolean>`(
  not exists (select from cash_movement as own where own.stp_order_id = listed.stp_id)
  and not exists (select from cash_movement as own where ${isRecordedByHand}))`
