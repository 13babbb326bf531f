import { formatMoney } from '@quincena/domain/format'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { refuseOtherOwner } from '../../balance-checks/commands/give-owner.ts'
import { publishBalance } from '../../balance-checks/commands/publish-balance.ts'
import { lockMovement } from '../queries/lock-movement.ts'

/**
 * Makes a staff user the owner of a movement, or nobody (null), and notifies an owner who did not take it themselves.
 * Throws `cash_movement.not_found` (404), `owner.not_staff` (422).
 */
export function giveMovementOwner(
  deps: Deps,
  context: CommandContext,
  { id, owner_id }: { id: number; owner_id: number | null },
) {
  return runCommand(deps, context, async (trx) => {
    if (owner_id !== null) await refuseOtherOwner(trx, owner_id)
    const row = await lockMovement(trx, id)
    if (row.owner_id === owner_id) return { id }
    await trx.updateTable('cash_movement').set({ owner_id }).where('id', '=', id).execute()
    await writeAudit(deps, trx, {
      context,
      action: 'cash_movement.owner_changed',
      subject: ['cash_movement', id],
      before: { owner_id: row.owner_id },
      after: { owner_id },
    })
    if (owner_id !== null && owner_id !== context.user.id)
      await notify(deps, trx, {
        recipient_id: owner_id,
        title: 'Te asignaron un movimiento en STP',
        message: `Te toca aclarar qué fue un movimiento de ${formatMoney(Math.abs(row.amount_cents))}.`,
        reason_key: `cash-movement:${id}:${isoOf(deps.clock())}`,
      })
    await publishBalance(deps, trx)
    return { id }
  })
}
