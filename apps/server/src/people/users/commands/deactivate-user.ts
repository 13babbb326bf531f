import { isoOf } from '../../../command/clock.ts'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { changeAccount } from '../../accounts/commands.ts'
import { endSessions } from '../../auth/commands/end-session.ts'
import { refuseLastAdmin, refuseOpenLoan, refuseOpenTransfer } from './blockers.ts'

/**
 * Deactivates a user: they leave every list and their sessions end; their history stays. `requireFactor` is called
 * before staff are deactivated. Throws `user.not_found` (404),
 * `user.has_open_loan`, `user.deleted_with_open_transfer` and `user.last_admin` (409).
 */
export async function deactivateUser(
  deps: Deps,
  context: CommandContext,
  { id, requireFactor }: { id: number; requireFactor: () => void },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .selectFrom('app_user')
      .select(['id', 'user_type'])
      .where('id', '=', id)
      .where('is_active', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (stored === undefined) throw new AppError('user.not_found', 404)
    if (isStaff(stored)) requireFactor()
    await refuseOpenLoan(trx, id, 'user.has_open_loan')
    await refuseOpenTransfer(trx, id, 'user.deleted_with_open_transfer')
    if (stored.user_type === 'U0') await refuseLastAdmin(trx, id)

    await changeAccount(trx, id, { is_active: false, updated_at: isoOf(deps.clock()) })
    await endSessions(deps, trx, { user_id: id, except: null })
    await writeAudit(deps, trx, { context, action: 'user.deactivated', subject: ['user', id] })
    await deps.events.publish(trx, { topic: 'user', id, user_ids: [], staff: true })
  })
}
