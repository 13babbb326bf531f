import { sql } from 'kysely'
import type { Trx } from '../../../command/deps.ts'
import { payoutsPaused } from '../queries/transfers.ts'

/**
 * Advisory lock: a transaction that changes the pause takes it exclusively, one that depends on the pause takes it
 * shared.
 */
export const switchLock = 7_276_013

/**
 * Reads whether payouts are paused and keeps that value fixed until the transaction ends. Therefore pausing waits for
 * every claim and acceptance in progress, and none is committed after the pause.
 */
export async function holdPayoutSwitch(trx: Trx): Promise<{ paused: boolean }> {
  await sql`select pg_advisory_xact_lock_shared(${switchLock})`.execute(trx)
  return { paused: await payoutsPaused(trx) }
}
