import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { ownerNotice } from '../notices.ts'
import { lockIncomingPayment, moveIncomingPayment } from './move-incoming-payment.ts'

/** Throws `incoming_payment.owner_not_staff` (422) unless the user is an active staff user. */
async function refuseOtherOwner(trx: Trx, owner_id: number): Promise<void> {
  const user = await trx
    .selectFrom('app_user')
    .select(['user_type', 'is_active'])
    .where('id', '=', owner_id)
    .executeTakeFirst()
  if (user?.is_active === true && user.user_type !== 'U2') return
  const code = 'incoming_payment.owner_not_staff'
  throw new AppError(code, 422, { fields: { owner_id: code } })
}

/**
 * Makes a staff user the owner of received money, or nobody (null), and notifies an owner who did not take it
 * themselves. Throws `incoming_payment.not_found` (404) and `incoming_payment.owner_not_staff` (422).
 */
export function giveOwner(
  deps: Deps,
  context: CommandContext,
  { id, owner_id }: { id: number; owner_id: number | null },
) {
  return runCommand(deps, context, async (trx) => {
    if (owner_id !== null) await refuseOtherOwner(trx, owner_id)
    const row = await lockIncomingPayment(trx, id)
    if (row.owner_id === owner_id) return { id }
    await moveIncomingPayment(deps, trx, { id, changes: { owner_id } })
    await writeAudit(deps, trx, {
      context,
      action: 'incoming_payment.owner_changed',
      subject: ['incoming_payment', id],
      before: { owner_id: row.owner_id },
      after: { owner_id },
    })
    if (owner_id !== null && owner_id !== context.user.id)
      await notify(deps, trx, { recipient_id: owner_id, ...ownerNotice(row, deps.clock()) })
    return { id }
  })
}
