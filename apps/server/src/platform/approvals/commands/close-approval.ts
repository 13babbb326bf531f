import type { ApprovalState } from '@quincena/domain/approvals/rules'
import type { Selectable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Database, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../audit/commands/write-audit.ts'
import { notify } from '../../notifications/commands/notify.ts'
import { outcomeNotice } from '../notices.ts'

export type StoredApproval = Selectable<Database['approval']>

/**
 * Reads an approval, locked until the transaction ends unless `isLocked` is false. Throws `approval.not_found` (404), for
 * a worker also if another user requested it.
 */
export async function findStored(
  trx: Trx,
  { user }: CommandContext,
  { id, isLocked = true }: { id: number; isLocked?: boolean },
): Promise<StoredApproval> {
  const query = trx.selectFrom('approval').selectAll().where('id', '=', id)
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  if (row === undefined || (!isStaff(user) && row.requested_by !== user.id))
    throw new AppError('approval.not_found', 404)
  return row
}

type Outcome =
  | { state: 'approved'; result: object }
  | { state: 'refused'; reason: string }
  | { state: 'withdrawn' | 'stale' }

const hasDecider = (state: ApprovalState) => state === 'approved' || state === 'refused'

/** Ends a locked, open approval: stores the outcome, writes the audit row, notifies the requester and the screens. */
export async function closeApproval(
  deps: Deps,
  trx: Trx,
  { context, row, ...outcome }: Outcome & { context: CommandContext; row: StoredApproval },
): Promise<void> {
  const { id, requested_by } = row
  const { state } = outcome
  const reason = state === 'refused' ? outcome.reason : null
  const result = state === 'approved' ? outcome.result : undefined
  await trx
    .updateTable('approval')
    .set({
      ...{ state, reason, decided_at: isoOf(deps.clock()) },
      decided_by: hasDecider(state) ? context.user.id : null,
      result: result === undefined ? null : JSON.stringify(result),
    })
    .where('id', '=', id)
    .execute()
  await writeAudit(deps, trx, {
    context,
    action: `approval.${state}`,
    subject: ['approval', id],
    after: {
      ...{ action: row.action, subject: row.subject, subject_id: row.subject_id },
      ...(reason !== null && { reason }),
      ...(result !== undefined && { result }),
    },
  })
  const user_ids = requested_by === null ? [] : [requested_by]
  await deps.events.publish(trx, { topic: 'approval', id, user_ids, staff: true })
  if (state === 'withdrawn' || requested_by === null) return
  await notify(deps, trx, { recipient_id: requested_by, ...outcomeNotice(row, state, reason) })
}
