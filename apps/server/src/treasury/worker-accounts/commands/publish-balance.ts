import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

/** Announces a change of a worker's balance, or of its refund, to the screens of the worker and of staff. */
export function publishBalance(deps: Pick<Deps, 'events'>, trx: Trx, user_id: number): Promise<void> {
  return deps.events.publish(trx, { topic: 'worker_balance', id: user_id, user_ids: [user_id], staff: true })
}
