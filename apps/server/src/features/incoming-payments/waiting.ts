import type { Day } from '@quincena/domain/dates'
import { runningDay, type StpTime } from '@quincena/domain/mexico/operating-day'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../db/types.ts'
import type { Db, Deps } from '../../lib/deps.ts'

type Waiting<Columns> = SelectQueryBuilder<Database, 'incoming_payment', Columns>

/** Open ones to ask STP about: without an answer, or flagged and received after `since`. */
function unconfirmed<Columns>(query: Waiting<Columns>, since: string): Waiting<Columns> {
  return query
    .where('status', '=', 'open')
    .where('stp_confirmed_at', 'is', null)
    .where('tracking_key', 'is not', null)
    .where('operation_date', 'is not', null)
    .where((eb) => eb.or([eb('stp_check', '=', 'pending'), eb('received_at', '>', since)]))
}

/** The operating days whose list is due to be asked for, the newest first; none to come. */
export async function waitingDays(
  deps: Deps,
  { time, since, limit }: { time: StpTime; since: string; limit: number },
): Promise<Day[]> {
  const now = deps.clock().toString()
  const { rows } = await sql<{ operation_date: Day }>`
    select waiting.operation_date from (
      ${unconfirmed(deps.db.selectFrom('incoming_payment'), since)
        .select('operation_date')
        .select(sql<boolean>`bool_or(stp_check = 'pending')`.as('has_pending'))
        .where('operation_date', '<=', runningDay(time))
        .groupBy('operation_date')}) as waiting
    where coalesce(
      (select max(stp_asked_at) from incoming_payment as asked
        where asked.operation_date = waiting.operation_date)
        + case when waiting.has_pending then interval '5 minutes' else interval '6 hours' end <= ${now}::timestamptz,
      true)
    order by waiting.operation_date desc limit ${limit}`.execute(deps.db)
  return rows.map(({ operation_date }) => operation_date)
}

export type WaitingPayment = Awaited<ReturnType<typeof waitingPayments>>[number]

/** Those of a day that STP has not confirmed. */
export async function waitingPayments(db: Db, { day, since }: { day: Day; since: string }) {
  const rows = await unconfirmed(db.selectFrom('incoming_payment'), since)
    .select(['id', 'stp_id', 'tracking_key', 'amount_cents', 'beneficiary_account'])
    .where('operation_date', '=', day)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, tracking_key: row.tracking_key ?? '' }))
}
