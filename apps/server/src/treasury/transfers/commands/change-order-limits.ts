import { formatMoney } from '@quincena/domain/format'
import { LIMITED_PURPOSES, orderLimitsBody } from '@quincena/domain/transfers/limits'
import { limitNames } from '@quincena/domain/transfers/words'
import { isoOf } from '../../../command/clock.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { protectedSetting } from '../../setting-changes/handlers.ts'
import { readDailyLimits } from '../queries/order-limits.ts'
import { isHeld } from '../queries/transfer-predicates.ts'
import { everyOrder } from '../rules.ts'

/**
 * The limits per day of outgoing orders, in centavos. A change applies from the next claim on, and the next sweep tries
 * the held orders again. A claim takes the lock before its order's row, as here, and reads the limits after it.
 */
export const orderLimitsSetting = protectedSetting({
  ...{ name: 'order_limits.change', title: 'Cambiar los límites de envíos por día', body: orderLimitsBody },
  ...{ lock: 'order_limit', clash: 'order_limits.changed', audited: 'order_limits.changed' },
  async read(trx) {
    const { limits: value, version } = await readDailyLimits(trx)
    return { value, version }
  },
  linesOf: (_trx, before, after) =>
    LIMITED_PURPOSES.filter((purpose) => before[purpose] !== after[purpose]).map((purpose) => ({
      label: limitNames[purpose],
      before: formatMoney(before[purpose]),
      value: formatMoney(after[purpose]),
    })),
  async write(deps, trx, value) {
    const now = isoOf(deps.clock())
    await writeSetting(trx, 'order_limits', { value, updated_at: now })
    await trx
      .updateTable('transfer')
      .set({ held_until: now, updated_at: now })
      .where(isHeld('transfer'))
      .where('held_until', '>', now)
      .execute()
    await deps.events.publish(trx, { topic: 'transfer', id: everyOrder, user_ids: [], staff: true })
  },
})
