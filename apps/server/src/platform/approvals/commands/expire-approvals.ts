import type { AuditSubject } from '@quincena/domain/audit/words'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext, CommandLine } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { CommandLineDeps } from '../../../deps.ts'
import { writeAudit } from '../../audit/commands/write-audit.ts'
import { notify } from '../../notifications/commands/notify.ts'
import { outcomeNotice } from '../notices.ts'

interface Expiring {
  /** Null: the system itself acted. */
  context: CommandContext | CommandLine | null
  action: string
  subject: AuditSubject
  subject_ids: readonly number[]
  /** Why, in Spanish, for requesters who would otherwise wait; without it they are not notified. */
  reason?: string
}

/**
 * Makes the open requests of an action stale because their subjects need no decision any more. The subjects are locked.
 * With a `reason` the requesters are notified; else they have to do nothing.
 */
export async function expireApprovals(
  deps: CommandLineDeps,
  trx: Trx,
  { context, action, subject, subject_ids, reason }: Expiring,
): Promise<void> {
  if (subject_ids.length === 0) return
  const stale = await trx
    .updateTable('approval')
    .set({ state: 'stale', decided_at: isoOf(deps.clock()) })
    .where('action', '=', action)
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .where((eb) => eb('subject_id', '=', eb.fn.any(eb.val([...subject_ids]))))
    .returning(['id', 'subject_id', 'requested_by', 'title', 'amount_cents', 'person'])
    .execute()
  for (const row of stale) {
    const { id, subject_id, requested_by } = row
    const after = { action, subject, subject_id, ...(reason !== undefined && { reason }) }
    await writeAudit(deps, trx, { context, action: 'approval.stale', subject: ['approval', id], after })
    const user_ids = requested_by === null ? [] : [requested_by]
    await deps.events.publish(trx, { topic: 'approval', id, user_ids, staff: true })
    if (reason !== undefined && requested_by !== null)
      await notify(deps, trx, { recipient_id: requested_by, ...outcomeNotice(row, 'stale', reason) })
  }
}
