import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { sendPush } from '../../../integrations/push/push-client.ts'
import type { JobData } from '../../../jobs/queue.ts'
import { findPush } from '../queries/push.ts'

/**
 * Sends one notification to one device unless it was read meanwhile; deletes the subscription of a device that is gone.
 */
export async function pushToPhone(deps: Deps, job: JobData['send-push']): Promise<void> {
  const push = await findPush(deps.db, job, isoOf(deps.clock()))
  if (push === undefined) return
  const outcome = await sendPush(deps, push.target, push.message)
  if (outcome === 'taken') return
  deps.log.warn({ ...job, outcome }, 'push not taken')
  if (outcome === 'gone')
    await deps.db.deleteFrom('push_subscription').where('id', '=', job.subscription_id).execute()
}
