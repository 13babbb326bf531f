import { isoOf } from '../command/clock.ts'
import type { Deps } from '../command/deps.ts'
import { forgetEndedSubscriptions } from '../platform/notifications/commands/push.ts'

const KEPT_HOURS = 48
/** Rejected rows of imports contain personal data of people who were not imported. */
const KEPT_DAYS = 30

/**
 * Deletes expired data: after 48 hours idempotency keys (those of commands that move money are kept forever) and failed
 * sign-in attempts; after 30 days rows of finished imports, browser logs and notifications that their readers removed;
 * and push subscriptions of sessions that ended.
 */
export async function forgetOldKeys(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: KEPT_HOURS }))
  await deps.db
    .deleteFrom('idempotency_key')
    .where('keep', '=', false)
    .where('created_at', '<', limit)
    .execute()
  await deps.db.deleteFrom('sign_in_attempt').where('last_failure_at', '<', limit).execute()
  const oldest = isoOf(deps.clock().subtract({ hours: 24 * KEPT_DAYS }))
  await deps.db
    .deleteFrom('import_row')
    .where('job_id', 'in', (eb) => eb.selectFrom('import_job').select('id').where('finished_at', '<', oldest))
    .execute()
  await deps.db.deleteFrom('client_log').where('created_at', '<', oldest).execute()
  await deps.db.deleteFrom('notification').where('deleted_at', '<', oldest).execute()
  await forgetEndedSubscriptions(deps)
}
