import { WEBHOOK_KEPT_DAYS } from '@quincena/domain/webhooks/schema'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'

/** Deletes tries that are older than 30 days. */
export async function purgeAttempts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const limit = isoOf(clock().subtract({ hours: WEBHOOK_KEPT_DAYS * 24 }))
  await db.deleteFrom('webhook_attempt').where('created_at', '<', limit).execute()
}
