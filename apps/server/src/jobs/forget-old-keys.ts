import { isoOf } from '../lib/clock.ts'
import type { Deps } from '../lib/deps.ts'

const KEPT_HOURS = 48

/**
 * Forgets idempotency keys after 48 hours, but for those of acts that move money, which stay for ever; and as late the
 * addresses somebody failed to sign in with.
 */
export async function forgetOldKeys(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: KEPT_HOURS }))
  await deps.db
    .deleteFrom('idempotency_key')
    .where('keep', '=', false)
    .where('created_at', '<', limit)
    .execute()
  await deps.db.deleteFrom('sign_in_attempt').where('last_failure_at', '<', limit).execute()
}
