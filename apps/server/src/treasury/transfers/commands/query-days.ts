import type { Day } from '@quincena/domain/dates'
import { LIST_PAGE_ORDERS } from '@quincena/domain/reconciliation/list-pages'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { readList } from '../../stp-lists/commands/read-list.ts'
import { findListed } from '../../stp-lists/queries/listed-orders.ts'
import { recordOrder, storeQueryTime } from './query-transfer.ts'

interface Waiting {
  id: number
  need: string
  operation_date: Day
}

/** The list is used if it replaces at least this many single queries for each of its pages. */
const ordersPerPage = 3

/** True if reading STP's list of the day takes fewer queries than asking about each of these orders. */
async function isListCheaper(deps: Deps, day: Day, waiting: Waiting[]): Promise<boolean> {
  const { count } = await deps.db
    .selectFrom('transfer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operation_date', '=', day)
    .executeTakeFirstOrThrow()
  return waiting.length >= ordersPerPage * Math.ceil(count / LIST_PAGE_ORDERS)
}

/** The most urgent purpose of the waiting orders; a list read for verifications alone counts as theirs. */
function purposeOf(waiting: readonly Waiting[]) {
  if (waiting.some(({ need }) => need === 'unknown')) return 'unknown'
  return waiting.every(({ need }) => need === 'verification') ? 'verification' : 'transit'
}

/** Books what STP's list of a day says about these orders; returns the ids of those that the list contains. */
async function queryDay(deps: Deps, day: Day, waiting: Waiting[]): Promise<number[]> {
  const purpose = purposeOf(waiting)
  const list = { operation_date: day, order_type: 'E' as const }
  const since = isoOf(deps.clock())
  const { outcome } = await readList(deps, list, { purpose })
  if (outcome === 'failed') return []
  const ids = waiting.map(({ id }) => id)
  const orders = deps.db.selectFrom('transfer').select(['id', 'tracking_key'])
  const keys = await orders.where('id', 'in', ids).execute()
  const tracking_keys = keys.map(({ tracking_key }) => tracking_key)
  const listedOrders = await findListed(deps.db, list, { tracking_keys, since })
  const listed = new Map(listedOrders.map((order) => [order.tracking_key, order]))
  const booked: number[] = []
  for (const { id, tracking_key } of keys) {
    const order = listed.get(tracking_key)
    if (order === undefined) continue
    await storeQueryTime(deps, id)
    await recordOrder(deps, id, order)
    booked.push(id)
  }
  return booked
}

/**
 * Reads STP's list of a day, instead of one query for each order, where many orders of that day wait. Returns the ids
 * of the orders that the lists contained. An order that a list lacks needs a query of its own, because only that answer
 * is a definite "not found".
 */
export async function queryDays(deps: Deps, waiting: Waiting[]): Promise<Set<number>> {
  const booked = new Set<number>()
  for (const [day, orders] of Map.groupBy(waiting, ({ operation_date }) => operation_date)) {
    if (!(await isListCheaper(deps, day, orders))) continue
    for (const id of await queryDay(deps, day, orders)) booked.add(id)
  }
  return booked
}
