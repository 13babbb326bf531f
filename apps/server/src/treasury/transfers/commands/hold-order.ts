import { formatMoney } from '@quincena/domain/format'
import { fitsDailyLimit, isLimited } from '@quincena/domain/transfers/limits'
import { purposeNames } from '@quincena/domain/transfers/words'
import { isoOf } from '../../../command/clock.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { readDailyLimits, sentToday } from '../queries/order-limits.ts'

/** A held order is tried again this often; a change of the limits tries it at once. */
const retryMinutes = 15

/**
 * Holds a pending order that exceeds the day's limit of its purpose and stores why; returns true if it did. Claims of
 * limited purposes wait for each other until the transaction ends. Payouts are never held.
 */
export async function holdOverLimit(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  transfer_id: number,
): Promise<boolean> {
  const order = await trx
    .selectFrom('transfer')
    .select(['purpose', 'amount_cents'])
    .where('id', '=', transfer_id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (order === undefined || !isLimited(order.purpose)) return false
  await takeLock(trx, 'order_limit')
  const now = deps.clock()
  const { limits } = await readDailyLimits(trx)
  const { purpose, amount_cents: amount } = order
  if (fitsDailyLimit(limits, { purpose, amount, sent: await sentToday(trx, purpose, now) })) return false
  const held_reason = `Espera: hoy se alcanzó el límite de ${formatMoney(limits[purpose])} por día para «${purposeNames[purpose]}».`
  await trx
    .updateTable('transfer')
    .set({ held_reason, held_until: isoOf(now.add({ minutes: retryMinutes })), updated_at: isoOf(now) })
    .where('id', '=', transfer_id)
    .where('status', '=', 'pending')
    .execute()
  return true
}
