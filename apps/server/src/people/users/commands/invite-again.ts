import { mayEditUser } from '@quincena/domain/users/rules'
import { type CommandContext, type CommandLine, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { CommandLineDeps, Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { inviteUser } from '../../auth/commands/password-links.ts'
import { recordAccessChange } from '../../staff-access/commands.ts'

/** `inviteAgain` inside the caller's transaction; the command line may invite everybody. */
export async function sendInvitation(
  deps: CommandLineDeps,
  trx: Trx,
  { context, user_id }: { context: CommandContext | CommandLine; user_id: number },
): Promise<void> {
  const stored = await trx
    .selectFrom('app_user')
    .select(['email', 'user_type', 'password_hash'])
    .where('id', '=', user_id)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (stored === undefined) throw new AppError('user.not_found', 404)
  if (context.user !== null && !mayEditUser(context.user, stored)) throw new AppError('route.forbidden', 403)
  if (stored.password_hash !== null) throw new AppError('user.already_in', 409)
  await inviteUser(deps, trx, { user_id, email: stored.email })
  if (isStaff(stored)) await recordAccessChange(deps, trx, { context, user_id, kind: 'invited' })
  await writeAudit(deps, trx, { context, action: 'user.invited', subject: ['user', user_id] })
}

/**
 * Mails a new invitation, which replaces the earlier one, to a user without a password: workers by any staff, staff by
 * an admin (`route.forbidden`, 403). Throws `user.not_found` (404), `user.already_in` (409) if there is a password,
 * `invitation.too_many` (429) after three within an hour.
 */
export async function inviteAgain(deps: Deps, context: CommandContext, id: number): Promise<void> {
  await deps.db.transaction().execute((trx) => sendInvitation(deps, trx, { context, user_id: id }))
}
