import type { Approval } from '@quincena/domain/approvals/schema'
import { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../audit/commands/write-audit.ts'
import { notifyStaff } from '../../notifications/commands/notify.ts'
import { type ApprovalAction, approvalAction } from '../handlers.ts'
import { waitingNotice } from '../notices.ts'
import { getApproval } from '../queries.ts'

interface Request<Schema extends z.ZodObject> {
  context: CommandContext
  action: ApprovalAction<Schema>
  payload: z.output<Schema>
}

/**
 * Stores a command that needs a second person, in the transaction of the requesting command, and notifies the users who
 * may decide. The caller returns the approval and changes nothing of the subject; its route answers 202
 * (`approvalRequested`). Throws `route.forbidden` (403) if the user may not request the action,
 * `token.human_only` (403) if a token of the API asks for what two people decide; an open request of an
 * action that is single violates `approval_one_open` (409 `approval.already_open`).
 */
export async function requestApproval<Schema extends z.ZodObject>(
  deps: Deps,
  trx: Trx,
  { context, action, payload }: Request<Schema>,
): Promise<Approval> {
  const { user } = context
  const { name, deciders, is_single } = action
  approvalAction(name)
  if (context.api_token_id !== undefined && action.isOpenToTokens !== true)
    throw new AppError('token.human_only', 403)
  if (!action.requesters.includes(user.user_type)) throw new AppError('route.forbidden', 403)
  const [subject, subject_id] = action.subjectOf(payload)
  const { title, amount, person, lines } = await action.describe(trx, payload)
  const stored = z.encode(action.payload, payload)
  const { id } = await trx
    .insertInto('approval')
    .values({
      ...{ action: name, subject, subject_id, payload: JSON.stringify(stored), deciders, is_single },
      ...{ title, amount_cents: amount, person, lines: JSON.stringify(lines) },
      ...{ requested_by: user.id, requested_at: isoOf(deps.clock()) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(deps, trx, {
    context,
    action: 'approval.requested',
    subject: ['approval', id],
    after: { action: name, subject, subject_id, payload: stored },
  })
  await deps.events.publish(trx, { topic: 'approval', id, user_ids: [user.id], staff: true })
  const approval = await getApproval(trx, user, id)
  const notice = waitingNotice({ id, title, amount_cents: amount, person }, approval.requester)
  const user_types = deciders === 'admin' ? (['U0'] as const) : (['U0', 'U1'] as const)
  await notifyStaff(deps, trx, { ...notice, except_id: user.id, user_types })
  return approval
}
