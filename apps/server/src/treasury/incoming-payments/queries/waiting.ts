import type { Day } from '@quincena/domain/dates'
import { runningDay, type StpTime } from '@quincena/domain/mexico/operating-day'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '../../../db/types.ts'

type Waiting<Columns> = SelectQueryBuilder<Database, 'incoming_payment', Columns>

/** Filters open payments to query STP about: those without an answer, and flagged ones received after `since`. */
function unconfirmed<Columns>(query: Waiting<Columns>, since: string): Waiting<Columns> {
  return query
    .where('status', '=', 'open')
    .where('stp_confirmed_at', 'is', null)
    .where('tracking_key', 'is not', null)
    .where('operation_date', 'is not', null)
    .where((eb) => eb.or([eb('stp_check', '=', 'pending'), eb('received_at', '>', since)]))
}

/** A day whose list is due, and when it was last read; null: never. */
export interface DueList {
  day: Day
  asked_at: string | null
}

/** Returns the operating days whose list is due, newest first, without future days. */
export async function dueLists(
  db: Db,
  { now, time, since, limit }: { now: Temporal.Instant; time: StpTime; since: string; limit: number },
): Promise<DueList[]> {
  const before = (hours: number) => now.subtract({ hours }).toString()
  const { rows } = await sql<DueList>`
    select waiting.operation_date as day, list.asked_at::text as asked_at from (
      ${unconfirmed(db.selectFrom('incoming_payment'), since)
        .select('operation_date')
        .select(
          sql<string>`min(case
            when stp_check <> 'pending' or received_at <= ${before(24)}::timestamptz then interval '6 hours'
            when received_at <= ${before(3)}::timestamptz then interval '1 hour'
            else interval '5 minutes' end)`.as('pause'),
        )
        .where('operation_date', '<=', runningDay(time))
        .groupBy('operation_date')}) as waiting
    left join received_list as list using (operation_date)
    where list.asked_at is null or list.asked_at + waiting.pause <= ${now.toString()}::timestamptz
    order by waiting.operation_date desc limit ${limit}`.execute(db)
  return rows
}

export type WaitingPayment = Awaited<ReturnType<typeof waitingPayments>>[number]

/** Returns the payments of a day that STP has not confirmed. */
export async function waitingPayments(db: Db, { day, since }: { day: Day; since: string }) {
  const rows = await unconfirmed(db.selectFrom('incoming_payment'), since)
    .select(['id', 'stp_id', 'tracking_key', 'amount_cents', 'beneficiary_account'])
    .where('operation_date', '=', day)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, tracking_key: row.tracking_key ?? '' }))
}
