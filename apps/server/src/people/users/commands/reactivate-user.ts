import { isoOf } from '../../../command/clock.ts'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { changeAccount } from '../../accounts/commands.ts'
import { recordAccessChange } from '../../staff-access/commands.ts'
import { requireCompany } from './require-company.ts'

/**
 * Reactivates a user with their previous password. `requireFactor` is called before staff are reactivated. Throws `user.not_found` (404) if no deactivated user has that id,
 * and `company.not_found` (422) if their company was deleted.
 */
export async function reactivateUser(
  deps: Deps,
  context: CommandContext,
  { id, requireFactor }: { id: number; requireFactor: () => void },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .selectFrom('app_user')
      .select(['company_id', 'user_type'])
      .where('id', '=', id)
      .where('is_active', '=', false)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (stored === undefined) throw new AppError('user.not_found', 404)
    if (isStaff(stored)) requireFactor()
    await requireCompany(trx, stored.company_id)

    await changeAccount(trx, id, { is_active: true, updated_at: isoOf(deps.clock()) })
    if (isStaff(stored)) await recordAccessChange(deps, trx, { context, user_id: id, kind: 'reactivated' })
    await writeAudit(deps, trx, { context, action: 'user.reactivated', subject: ['user', id] })
    await deps.events.publish(trx, { topic: 'user', id, user_ids: [], staff: true })
  })
}
