import { forgetEndedSubscriptions } from '../features/push/commands.ts'
import { isoOf } from '../lib/clock.ts'
import type { Deps } from '../lib/deps.ts'

const KEPT_HOURS = 48
/** Of rejected rows of uploads: they are people's data that nobody took. */
const KEPT_DAYS = 30

/**
 * Forgets idempotency keys after 48 hours, but for those of acts that move money, which stay for ever; and as late the
 * addresses somebody failed to sign in with; and after 30 days what uploads rejected, what browsers logged and the
 * notifications that their readers removed; and the phones of sessions that ended.
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
