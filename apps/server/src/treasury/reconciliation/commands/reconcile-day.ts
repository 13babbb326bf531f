import { businessDay, type Day } from '@quincena/domain/dates'
import { shouldBookListed } from '@quincena/domain/reconciliation/book-from-list'
import { dueDays } from '@quincena/domain/reconciliation/due'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { keepCeps } from '../../transfers/commands/keep-ceps.ts'
import { recordOrder } from '../../transfers/commands/query-transfer.ts'
import { dayRows, daysWithOrders, knownKeys } from '../queries/days.ts'
import { listedOrderOf, readOwnOrders } from '../queries/own-orders.ts'
import { claimDay, failDay, leaseStart } from './hold-day.ts'
import { queryList } from './query-list.ts'
import { storeComparison } from './store-comparison.ts'

/**
 * Books what STP's list says and our records lack, each order in its own transaction and by the rules of every answer
 * of STP. Returns the ids of the orders that were written.
 */
async function bookListed(
  deps: Deps,
  operation_date: Day,
  listed: readonly StpOrder[],
): Promise<Set<number>> {
  const tracking_keys = listed.map(({ tracking_key }) => tracking_key)
  const ownOrders = await readOwnOrders(deps.db, { operation_date, tracking_keys })
  const ours = new Map(ownOrders.map((order) => [order.tracking_key, order]))
  const known = await knownKeys(deps.db, operation_date)
  const booked = new Set<number>()
  for (const entry of listed) {
    const order = ours.get(entry.tracking_key)
    if (order === undefined) continue
    if (!shouldBookListed(order, listedOrderOf(entry), known.has(entry.tracking_key))) continue
    try {
      await recordOrder(deps, order.transfer_id, entry)
      booked.add(order.transfer_id)
    } catch (error) {
      // The order remains a difference that staff see; the other orders continue.
      deps.log.error({ err: error, transfer_id: order.transfer_id }, 'reconciliation: order not written')
    }
  }
  return booked
}

/** `skipped`: this day's list is unreadable or another run has the day. `no_list`: STP gives no list at all. */
type DayResult = 'compared' | 'skipped' | 'no_list'

async function compare(deps: Deps, operation_date: Day): Promise<DayResult> {
  const run = await claimDay(deps, operation_date)
  if (run === undefined) return 'skipped'
  const list = await queryList(deps, operation_date)
  if (list.outcome === 'failed') {
    const is_late = businessDay(deps.clock()) > operation_date
    await failDay(deps, { operation_date, run, reason: list.reason, is_late })
    return list.is_of_day ? 'skipped' : 'no_list'
  }
  const listed = [...list.orders, ...list.elsewhere]
  const booked_now = await bookListed(deps, operation_date, listed)
  await keepCeps(deps, listed)
  const { asked_at, orders } = list
  await storeComparison(deps, { operation_date, run, asked_at, orders, booked_now })
  return 'compared'
}

/**
 * Compares a day: reads STP's complete list with no transaction open, books what a rule allows, stores missing
 * CEPs, then stores the comparison as a whole. Returns false if STP gave no list or another run has the day.
 */
export async function reconcileDay(deps: Deps, operation_date: Day): Promise<boolean> {
  return (await compare(deps, operation_date)) === 'compared'
}

/**
 * Compares every due day, newest first. Stops if STP gives no list; the hourly job continues later. A day whose own
 * list is unreadable does not block the other days.
 */
export async function reconcileDueDays(deps: Deps): Promise<void> {
  const time = await deps.stp.hours.at(deps.clock())
  const due = dueDays(
    time,
    await dayRows(deps.db, time, leaseStart(deps)),
    await daysWithOrders(deps.db, time),
  )
  for (const day of due) if ((await compare(deps, day)) === 'no_list') return
}
