import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

/** Notifies the screens that show the balance at STP, its checks and the lender's own movements. */
export async function publishBalance(deps: Deps, trx: Trx): Promise<void> {
  await deps.events.publish(trx, { topic: 'balance', id: 1, user_ids: [], staff: true })
}
