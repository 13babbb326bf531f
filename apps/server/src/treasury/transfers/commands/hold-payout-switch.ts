import { shareLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import { payoutsPaused } from '../queries/transfers.ts'

/**
 * Reads whether payouts are paused and keeps that value fixed until the transaction ends. Therefore pausing waits for
 * every claim and acceptance in progress, and none is committed after the pause.
 */
export async function holdPayoutSwitch(trx: Trx): Promise<{ paused: boolean }> {
  await shareLock(trx, 'payout_switch')
  return { paused: await payoutsPaused(trx) }
}
