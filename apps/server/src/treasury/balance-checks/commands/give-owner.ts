import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { publishBalance } from './publish-balance.ts'

/** Throws `owner.not_staff` (422) unless the user is an active staff user. */
export async function refuseOtherOwner(trx: Trx, owner_id: number): Promise<void> {
  const user = await trx
    .selectFrom('app_user')
    .select(['user_type', 'is_active'])
    .where('id', '=', owner_id)
    .executeTakeFirst()
  if (user?.is_active === true && user.user_type !== 'U2') return
  throw new AppError('owner.not_staff', 422, { fields: { owner_id: 'owner.not_staff' } })
}

/**
 * Makes a staff user the owner of a case, or nobody (null), and notifies an owner who did not take it themselves. Throws
 * `balance_case.not_found` (404), `owner.not_staff` (422).
 */
export function giveCaseOwner(
  deps: Deps,
  context: CommandContext,
  { id, owner_id }: { id: number; owner_id: number | null },
) {
  return runCommand(deps, context, async (trx) => {
    if (owner_id !== null) await refuseOtherOwner(trx, owner_id)
    const row = await trx
      .selectFrom('balance_case')
      .select('owner_id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new AppError('balance_case.not_found', 404)
    if (row.owner_id === owner_id) return { id }
    await trx.updateTable('balance_case').set({ owner_id }).where('id', '=', id).execute()
    await writeAudit(deps, trx, {
      context,
      action: 'balance_case.owner_changed',
      subject: ['balance_case', id],
      before: { owner_id: row.owner_id },
      after: { owner_id },
    })
    if (owner_id !== null && owner_id !== context.user.id)
      await notify(deps, trx, {
        recipient_id: owner_id,
        title: 'Te asignaron una diferencia de saldo',
        message: 'El saldo en STP no cuadra con nuestros libros. Te toca aclararlo.',
        reason_key: `balance-case:${id}:${isoOf(deps.clock())}`,
      })
    await publishBalance(deps, trx)
    return { id }
  })
}
