import type { AuditSubject } from '@quincena/domain/audit/words'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../audit/commands/write-audit.ts'

interface Expiring {
  context: CommandContext
  action: string
  subject: AuditSubject
  subject_ids: readonly number[]
}

/**
 * Makes the open requests of an action stale because their subjects need no decision any more. The subjects are locked.
 * The requesters are not notified: they have to do nothing.
 */
export async function expireApprovals(
  deps: Deps,
  trx: Trx,
  { context, action, subject, subject_ids }: Expiring,
): Promise<void> {
  if (subject_ids.length === 0) return
  const stale = await trx
    .updateTable('approval')
    .set({ state: 'stale', decided_at: isoOf(deps.clock()) })
    .where('action', '=', action)
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .where((eb) => eb('subject_id', '=', eb.fn.any(eb.val([...subject_ids]))))
    .returning(['id', 'subject_id', 'requested_by'])
    .execute()
  for (const { id, subject_id, requested_by } of stale) {
    const after = { action, subject, subject_id }
    await writeAudit(deps, trx, { context, action: 'approval.stale', subject: ['approval', id], after })
    await deps.events.publish(trx, { topic: 'approval', id, user_ids: [requested_by], staff: true })
  }
}
