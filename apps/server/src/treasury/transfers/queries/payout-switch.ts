import type { PayoutSwitch } from '@quincena/domain/transfers/detail'
import { type RawBuilder, sql } from 'kysely'
import { shareLock } from '../../../db/locks.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { needsReview } from './transfer-predicates.ts'

/** Returns whether the stored switch pauses all payouts. */
export async function findStoredPause(db: Db | Trx): Promise<boolean> {
  return (await readSetting(db, 'payouts_paused'))?.value.paused ?? false
}

/**
 * Returns true while all payouts are paused, by the switch or because the database has another timeline than the stored
 * one: it may have forgotten what STP paid, and `watchTimeline` has not turned the switch yet.
 */
export async function payoutsPaused(db: Db | Trx): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    select coalesce((select (value ->> 'paused')::boolean from setting where name = 'payouts_paused'), false)
      or coalesce((select value ->> 'timeline' from setting where name = 'database_timeline')
        <> coalesce(wal_timeline(), ''), false) as paused`.execute(db)
  return rows[0]?.paused ?? false
}

/**
 * Reads whether payouts are paused and keeps that value fixed until the transaction ends. Therefore pausing waits for
 * every claim and acceptance in progress, and none is committed after the pause.
 */
export async function holdPayoutSwitch(trx: Trx): Promise<{ paused: boolean }> {
  await shareLock(trx, 'payout_switch')
  return { paused: await payoutsPaused(trx) }
}

/**
 * True if the database may have lost the claim of a pending order: it changed its timeline after the order was created,
 * as a standby does that takes over, or its payouts have been paused by the program since a restore or such a change.
 */
export async function mayForgetClaim(trx: Trx, { created_at }: { created_at: string }): Promise<boolean> {
  const { rows } = await sql<{ is_possible: boolean }>`
    select exists (
      select from setting where name = 'database_timeline' and value ->> 'timeline' is not null
        and (updated_at > ${created_at}::timestamptz or value ->> 'timeline' is distinct from wal_timeline())
    ) or exists (
      select from setting where name = 'payouts_paused'
        and (value ->> 'paused')::boolean and value ->> 'by' is null and not value ? 'is_command_line'
    ) as is_possible`.execute(trx)
  return rows[0]?.is_possible ?? true
}

/** The pause with its reason, author and time. */
async function findPause(db: Db) {
  const saved = await readSetting(db, 'payouts_paused')
  if (saved === undefined) return { paused: false, reason: null, by: null, at: null }
  const { paused, reason, by } = saved.value
  const author = await db
    .selectFrom('app_user')
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('id', '=', by)
    .executeTakeFirst()
  return { paused, reason, by: author?.name ?? null, at: saved.updated_at }
}

async function countOrders(db: Db | Trx, which: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom('transfer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(which)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns the pause of all payouts with its reason, author and time, and how many orders wait in review or to be sent.
 */
export async function getPayouts(db: Db): Promise<PayoutSwitch> {
  const [pause, paused, in_review, waiting] = await Promise.all([
    findPause(db),
    payoutsPaused(db),
    countOrders(db, needsReview('transfer')),
    countOrders(db, sql<boolean>`status = 'pending'`),
  ])
  return { ...pause, paused, in_review, waiting }
}
