import type { OrderLimitsBody } from '@quincena/domain/transfers/limits'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { readDailyLimits } from '../queries/order-limits.ts'
import { isHeld } from '../queries/transfer-predicates.ts'
import { everyOrder } from '../rules.ts'

/**
 * Changes the limits per day of outgoing orders, in centavos. They apply from the next claim on, and the next sweep
 * tries the held orders again. Throws `order_limits.changed` (409) if `version` is not the stored one.
 */
export function changeOrderLimits(
  deps: Deps,
  context: CommandContext,
  { version, ...limits }: OrderLimitsBody,
) {
  return runCommand(deps, context, async (trx) => {
    // A claim takes this lock before its order's row, as here, and reads the limits after it.
    await takeLock(trx, 'order_limit')
    const before = await readDailyLimits(trx)
    if (before.version !== version) throw new AppError('order_limits.changed', 409)
    const now = isoOf(deps.clock())
    await writeSetting(trx, 'order_limits', { value: limits, updated_at: now })
    await trx
      .updateTable('transfer')
      .set({ held_until: now, updated_at: now })
      .where(isHeld('transfer'))
      .where('held_until', '>', now)
      .execute()
    await writeAudit(deps, trx, {
      context,
      action: 'order_limits.changed',
      subject: ['setting', null],
      before: before.limits,
      after: limits,
    })
    await deps.events.publish(trx, { topic: 'transfer', id: everyOrder, user_ids: [], staff: true })
    return { version: version + 1 }
  })
}
