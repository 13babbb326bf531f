import type { Day } from '@quincena/domain/dates'
import { runningDay } from '@quincena/domain/mexico/operating-day'
import type { Deps } from '../../../lib/deps.ts'
import { noteAsked, recordFound } from './ask-transfer.ts'

interface Waiting {
  id: number
  need: string
  operation_date: Day
}

/** Orders on a page of STP's list. */
const pageSize = 1000
/** A list is asked for when it takes the place of at least so many questions a page. */
const ordersPerPage = 3

/** Whether STP's list of a day costs less than asking for these orders of it one by one. */
async function isListCheaper(deps: Deps, day: Day, waiting: Waiting[]): Promise<boolean> {
  const { count } = await deps.db
    .selectFrom('transfer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operation_date', '=', day)
    .executeTakeFirstOrThrow()
  return waiting.length >= ordersPerPage * Math.ceil(count / pageSize)
}

/** Books what STP's list of a day says of these orders; the ids of those that are on it. */
async function askDay(deps: Deps, day: Day, waiting: Waiting[]): Promise<number[]> {
  const running = runningDay(await deps.stp.hours.at(deps.clock()))
  const purpose = waiting.some(({ need }) => need === 'unknown') ? 'unknown' : 'transit'
  const list = await deps.stp.listOrders(day === running ? null : day, { purpose })
  if (list.outcome === 'unknown') return []
  const ids = waiting.map(({ id }) => id)
  const orders = deps.db.selectFrom('transfer').select(['id', 'tracking_key'])
  const keys = await orders.where('id', 'in', ids).execute()
  const found = new Map(list.orders.map((order) => [order.tracking_key, order]))
  const booked: number[] = []
  for (const { id, tracking_key } of keys) {
    const order = found.get(tracking_key)
    if (order === undefined) continue
    await noteAsked(deps, id)
    await recordFound(deps, id, order)
    booked.push(id)
  }
  return booked
}

/**
 * Asks for whole days where many orders of one wait to be asked for: one question in place of one each. Returns the
 * orders that STP's lists had; what a list lacks has to be asked for by itself, for only that answer is a definite
 * «not there».
 */
export async function askDays(deps: Deps, waiting: Waiting[]): Promise<Set<number>> {
  const booked = new Set<number>()
  for (const [day, orders] of Map.groupBy(waiting, ({ operation_date }) => operation_date)) {
    if (!(await isListCheaper(deps, day, orders))) continue
    for (const id of await askDay(deps, day, orders)) booked.add(id)
  }
  return booked
}
