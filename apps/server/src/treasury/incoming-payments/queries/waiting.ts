import type { Day } from '@quincena/domain/dates'
import { runningDay, type StpTime } from '@quincena/domain/mexico/operating-day'
import { type SelectQueryBuilder, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Database, Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

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
  deps: Deps,
  { time, since, limit }: { time: StpTime; since: string; limit: number },
): Promise<DueList[]> {
  const now = deps.clock()
  const before = (hours: number) => now.subtract({ hours }).toString()
  const { rows } = await sql<DueList>`
    select waiting.operation_date as day, list.asked_at::text as asked_at from (
      ${unconfirmed(deps.db.selectFrom('incoming_payment'), since)
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
    order by waiting.operation_date desc limit ${limit}`.execute(deps.db)
  return rows
}

/** Claims a due list for reading. Returns false if another process has claimed it since it was found due. */
export async function claimList(deps: Deps, { day, asked_at }: DueList): Promise<boolean> {
  const { rows } = await sql`
    insert into received_list (operation_date, asked_at) values (${day}, ${isoOf(deps.clock())})
    on conflict (operation_date) do update set asked_at = excluded.asked_at
      where received_list.asked_at is not distinct from ${asked_at}::timestamptz
    returning 1`.execute(deps.db)
  return rows.length > 0
}

/** Undoes a claim because STP was not queried: the list is due again. */
export async function releaseList(deps: Deps, { day, asked_at }: DueList): Promise<void> {
  await sql`update received_list set asked_at = ${asked_at}::timestamptz where operation_date = ${day}`.execute(
    deps.db,
  )
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
