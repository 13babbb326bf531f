import type { Approval } from '@quincena/domain/approvals/schema'
import { commandLineName } from '@quincena/domain/approvals/words'
import { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext, CommandLine } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { CommandLineDeps, Deps } from '../../../deps.ts'
import { writeAudit } from '../../audit/commands/write-audit.ts'
import { notifyStaff } from '../../notifications/commands/notify.ts'
import { type ApprovalAction, approvalAction, type SystemAction } from '../handlers.ts'
import { waitingNotice } from '../notices.ts'
import { getApproval } from '../queries.ts'

interface Request<Schema extends z.ZodObject> {
  context: CommandContext
  action: ApprovalAction<Schema>
  payload: z.output<Schema>
}

interface SystemRequest<Schema extends z.ZodObject> {
  context: CommandLine
  action: SystemAction<Schema>
  payload: z.output<Schema>
}

/** Stores the request and its audit row; returns what notices say of it. */
async function store<Schema extends z.ZodObject>(
  deps: CommandLineDeps,
  trx: Trx,
  { context, action, payload }: Request<Schema> | SystemRequest<Schema>,
) {
  const { name, deciders, is_single } = action
  approvalAction(name)
  const [subject, subject_id] = action.subjectOf(payload)
  const { title, amount, person, lines } = await action.describe(trx, payload)
  const stored = z.encode(action.payload, payload)
  const requested_by = context.user?.id ?? null
  const { id } = await trx
    .insertInto('approval')
    .values({
      ...{ action: name, subject, subject_id, payload: JSON.stringify(stored), deciders, is_single },
      ...{ title, amount_cents: amount, person, lines: JSON.stringify(lines) },
      ...{ requested_by, requested_at: isoOf(deps.clock()) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(deps, trx, {
    context,
    action: 'approval.requested',
    subject: ['approval', id],
    after: { action: name, subject, subject_id, payload: stored },
  })
  const user_ids = requested_by === null ? [] : [requested_by]
  await deps.events.publish(trx, { topic: 'approval', id, user_ids, staff: true })
  return { id, title, amount_cents: amount, person }
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
  request: Request<Schema>,
): Promise<Approval> {
  const { user, api_token_id } = request.context
  const { requesters, deciders, isOpenToTokens } = request.action
  if (api_token_id !== undefined && isOpenToTokens !== true) throw new AppError('token.human_only', 403)
  if (!requesters.includes(user.user_type)) throw new AppError('route.forbidden', 403)
  const stored = await store(deps, trx, request)
  const approval = await getApproval(trx, user, stored.id)
  const notice = waitingNotice(stored, approval.requester)
  const user_types = deciders === 'admin' ? (['U0'] as const) : (['U0', 'U1'] as const)
  await notifyStaff(deps, trx, { ...notice, except_id: user.id, user_types })
  return approval
}

/**
 * Stores what the command line asks an admin, in the caller's transaction, and notifies the admins. Returns the request's
 * id. An open request of the action for the subject violates `approval_one_open`.
 */
export async function requestOfCommandLine<Schema extends z.ZodObject>(
  deps: CommandLineDeps,
  trx: Trx,
  request: SystemRequest<Schema>,
): Promise<number> {
  const stored = await store(deps, trx, request)
  await notifyStaff(deps, trx, { ...waitingNotice(stored, commandLineName), user_types: ['U0'] })
  return stored.id
}
