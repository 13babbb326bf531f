import { businessDay, type Day } from '@quincena/domain/dates'
import { dueDays } from '@quincena/domain/reconciliation/due'
import { isForTheBooks } from '@quincena/domain/reconciliation/settle'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import type { Deps } from '../../../lib/deps.ts'
import { recordFound } from '../../transfers/commands/ask-transfer.ts'
import { askList } from '../ask-list.ts'
import { listedOrderOf, readOwnOrders } from '../own-orders.ts'
import { dayRows, daysWithOrders, knownKeys } from '../queries.ts'
import { failDay, takeDay } from './hold-day.ts'
import { keepCeps } from './keep-ceps.ts'
import { storeComparison } from './store-comparison.ts'

/**
 * Books what STP's list says and our records do not know yet, each order in a transaction of its own and by the rules
 * of any answer of STP; the orders that were written.
 */
async function settleByRule(
  deps: Deps,
  operation_date: Day,
  listed: readonly StpOrder[],
): Promise<Set<number>> {
  const tracking_keys = listed.map(({ tracking_key }) => tracking_key)
  const own = await readOwnOrders(deps.db, { operation_date, tracking_keys })
  const ours = new Map(own.map((order) => [order.tracking_key, order]))
  const known = await knownKeys(deps.db, operation_date)
  const settled = new Set<number>()
  for (const order of listed) {
    const mine = ours.get(order.tracking_key)
    if (mine === undefined) continue
    if (!isForTheBooks(mine, listedOrderOf(order), known.has(order.tracking_key))) continue
    try {
      await recordFound(deps, mine.transfer_id, order)
      settled.add(mine.transfer_id)
    } catch (error) {
      // It stays a difference, which somebody sees; the others go on.
      deps.log.error({ err: error, transfer_id: mine.transfer_id }, 'reconciliation: order not written')
    }
  }
  return settled
}

/** Compared; not, because of the day itself or of somebody who compares it; or not, because STP gives no list at all. */
type Ending = 'compared' | 'passed' | 'no_list'

async function compare(deps: Deps, operation_date: Day): Promise<Ending> {
  const run = await takeDay(deps, operation_date)
  if (run === undefined) return 'passed'
  const list = await askList(deps, operation_date)
  if (list.outcome === 'failed') {
    const is_late = businessDay(deps.clock()) > operation_date
    await failDay(deps, { operation_date, run, reason: list.reason, is_late })
    return list.is_of_day ? 'passed' : 'no_list'
  }
  const listed = [...list.orders, ...list.elsewhere]
  const settled_now = await settleByRule(deps, operation_date, listed)
  await keepCeps(deps, listed)
  const { asked_at, orders } = list
  await storeComparison(deps, { operation_date, run, asked_at, orders, settled_now })
  return 'compared'
}

/**
 * Compares a day: STP's whole list first, with no transaction open, then what a rule can settle and the CEPs of what is
 * settled, then the comparison. False where STP gave no list or somebody else compares the day; a day is never stored
 * half compared.
 */
export async function reconcileDay(deps: Deps, operation_date: Day): Promise<boolean> {
  return (await compare(deps, operation_date)) === 'compared'
}

/**
 * Compares every day that is due, newest first; stops where STP gives no list, and goes on an hour later. A day whose
 * own list cannot be read keeps no other from being compared.
 */
export async function reconcileDueDays(deps: Deps): Promise<void> {
  const time = await deps.stp.hours.at(deps.clock())
  const due = dueDays(time, await dayRows(deps, time), await daysWithOrders(deps.db, time))
  for (const day of due) if ((await compare(deps, day)) === 'no_list') return
}
