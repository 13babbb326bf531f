import type { Day } from '@quincena/domain/dates'
import { checkAgainstStp } from '@quincena/domain/incoming-payments/stp-check'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { findListed } from '../../stp-lists/queries/listed-orders.ts'
import { manyFoundNotice } from '../notices.ts'
import { newlyReturned } from '../queries/returned-orders.ts'
import { unclaimedOrders } from '../queries/unclaimed-orders.ts'
import { type WaitingPayment, waitingPayments } from '../queries/waiting.ts'
import { receiveListedOrder } from './receive-listed-order.ts'
import { recordCheck } from './record-check.ts'
import { recordStpReturn } from './record-stp-return.ts'

/** If a list finds or rejects more payments than this, staff get one notice for all of them. */
const maxNotices = 5

/** How long STP is queried about a payment that it rejected. Payments without an answer have no limit. */
const queryPeriod = { hours: 7 * 24 }

/** Returns the instant after which a rejected payment must have arrived to be queried again. */
export const queriedSince = (deps: Deps): string => deps.clock().subtract(queryPeriod).toString()

type ByKey = Map<string, WaitingPayment[]>

async function waitingByKey(deps: Deps, day: Day): Promise<ByKey> {
  const rows = await waitingPayments(deps.db, { day, since: queriedSince(deps) })
  return Map.groupBy(rows, ({ tracking_key }) => tracking_key)
}

/** Returns the waiting payment that an order confirms; the one with STP's number before others. */
function paymentOf(order: StpOrder, waiting: ByKey): WaitingPayment | undefined {
  const rows = waiting.get(order.tracking_key) ?? []
  const same = rows.filter((row) => checkAgainstStp(row, order) === 'confirmed')
  return same.find(({ stp_id }) => stp_id === order.id) ?? same[0]
}

interface Applied {
  order: StpOrder
  waiting: ByKey
  is_quiet: boolean
}

/** Confirms the payment of an arrived order, or creates it. Returns true if it was created. */
async function applyOrder(deps: Deps, { order, waiting, is_quiet }: Applied): Promise<boolean> {
  const row = paymentOf(order, waiting)
  if (row !== undefined && (await recordCheck(deps, { id: row.id, order })) === 'confirmed') return false
  return receiveListedOrder(deps, order, { is_quiet })
}

async function applyArrived(deps: Deps, day: Day): Promise<void> {
  const waiting = await waitingByKey(deps, day)
  let found = 0
  for (let after = 0; ; ) {
    const orders = await unclaimedOrders(deps.db, day, after)
    const last = orders.at(-1)
    if (last === undefined) break
    after = last.id
    const lost = orders.filter((order) => paymentOf(order, waiting) === undefined)
    const is_quiet = found > maxNotices || lost.length > maxNotices
    for (const order of orders) {
      const isNew = await applyOrder(deps, { order, waiting, is_quiet }).catch((error: unknown) => {
        deps.log.error({ err: error, stp_id: order.id }, 'received order not stored')
        return false
      })
      found += Number(isNew)
    }
  }
  if (found <= maxNotices) return
  const notice = manyFoundNotice({ count: found, day, at: isoOf(deps.clock()) })
  await deps.db.transaction().execute((trx) => notifyStaff(deps, trx, notice))
}

/** Records that STP's whole list does not confirm the payments of the day that still wait. */
async function flagUnlisted(deps: Deps, day: Day): Promise<void> {
  const waiting = [...(await waitingByKey(deps, day)).values()].flat()
  const tracking_keys = [...new Set(waiting.map(({ tracking_key }) => tracking_key))]
  const listed = await findListed(deps.db, { operation_date: day, order_type: 'R' }, { tracking_keys })
  const byKey = Map.groupBy(listed, ({ tracking_key }) => tracking_key)
  const is_one_of_many = waiting.length > maxNotices
  for (const row of waiting) {
    const orders = byKey.get(row.tracking_key) ?? []
    const order = orders.find((one) => checkAgainstStp(row, one) === 'confirmed') ?? orders[0] ?? null
    await recordCheck(deps, { id: row.id, order, is_one_of_many }).catch((error: unknown) => {
      deps.log.error({ err: error, incoming_payment_id: row.id }, 'incoming payment not checked')
    })
  }
}

/** Flags the payments that STP has returned since it confirmed them. */
async function flagReturned(deps: Deps, day: Day): Promise<void> {
  for (const id of await newlyReturned(deps.db, day)) {
    await recordStpReturn(deps, id).catch((error: unknown) => {
      deps.log.error({ err: error, incoming_payment_id: id }, 'returned payment not flagged')
    })
  }
}

/**
 * Applies STP's stored list of the orders received on a day: each arrived order confirms the incoming payment that
 * waits for it, or becomes a new one; money that STP has returned is flagged. With `is_whole` the payments that the list does not confirm are flagged; only the
 * whole list proves that STP does not know one. A payment that fails does not stop the others. Safe to repeat.
 */
export async function applyReceivedList(
  deps: Deps,
  day: Day,
  { is_whole }: { is_whole: boolean },
): Promise<void> {
  await applyArrived(deps, day)
  await flagReturned(deps, day)
  if (is_whole) await flagUnlisted(deps, day)
}
