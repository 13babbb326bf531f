import { sql } from 'kysely'
import type { Trx } from '../../lib/deps.ts'
import { payoutsPaused } from './queries.ts'

/** Held by whoever turns the switch; shared by whoever acts on where it stands. */
export const switchLock = 7_276_013

/**
 * Where the switch of all payouts stands, and stands still until the transaction ends: once it was turned off, nothing
 * that began before goes out behind it.
 */
export async function holdPayoutSwitch(trx: Trx): Promise<{ paused: boolean }> {
  await sql`select pg_advisory_xact_lock_shared(${switchLock})`.execute(trx)
  return { paused: await payoutsPaused(trx) }
}
