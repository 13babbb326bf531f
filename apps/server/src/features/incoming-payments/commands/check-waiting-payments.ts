import type { Day } from '@quincena/domain/dates'
import { checkAgainstStp } from '@quincena/domain/incoming-payments/stp-check'
import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { Unknown } from '../../../integrations/stp/transport.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import type { Deps } from '../../../lib/deps.ts'
import {
  claimList,
  type DueList,
  dueLists,
  releaseList,
  type WaitingPayment,
  waitingPayments,
} from '../waiting.ts'
import { namedDay, wasAsked } from './ask-incoming-payment.ts'
import { noteAskedAbout, recordCheck } from './record-check.ts'

/** Above so many at a time that STP does not confirm, staff get one notice an hour. */
const mostNotices = 5

type Listed = ReadonlyMap<string, readonly StpOrder[]>

/** Of the orders with its key, the one that agrees with the callback, else any; null where there is none. */
function orderFor(row: WaitingPayment, listed: Listed): StpOrder | null {
  const orders = listed.get(row.tracking_key) ?? []
  const same = orders.filter((order) => checkAgainstStp(row, order) === 'confirmed')
  return same.find(({ id }) => id === row.stp_id) ?? same[0] ?? orders[0] ?? null
}

/** Of these orders, those that are the money of an incoming payment already. */
async function takenAmong(deps: Deps, orders: readonly StpOrder[]): Promise<Set<number>> {
  if (orders.length === 0) return new Set()
  const ids = orders.map(({ id }) => id)
  const query = deps.db.selectFrom('incoming_payment').select('stp_order_id')
  const rows = await query.where('stp_order_id', 'in', ids).execute()
  return new Set(rows.flatMap(({ stp_order_id }) => stp_order_id ?? []))
}

/** How many of the rows STP does not confirm: an order is the money of one of them. */
async function countDoubted(deps: Deps, rows: readonly WaitingPayment[], listed: Listed): Promise<number> {
  const agreeing = rows.flatMap((row) => {
    const order = orderFor(row, listed)
    return order !== null && checkAgainstStp(row, order) === 'confirmed' ? [order] : []
  })
  const taken = await takenAmong(deps, agreeing)
  const confirmed = new Set(agreeing.map(({ id }) => id)).difference(taken)
  return rows.length - confirmed.size
}

/** Records what a list says; one that fails does not stop the others. */
async function recordListed(deps: Deps, rows: readonly WaitingPayment[], listed: Listed): Promise<void> {
  const is_one_of_many = (await countDoubted(deps, rows, listed)) > mostNotices
  for (const row of rows) {
    const answer = { id: row.id, order: orderFor(row, listed), is_one_of_many }
    await recordCheck(deps, answer).catch((error: unknown) => {
      deps.log.error({ err: error, incoming_payment_id: row.id }, 'incoming payment not checked')
    })
  }
}

function addTo(listed: Map<string, StpOrder[]>, orders: readonly StpOrder[]): void {
  for (const order of orders) {
    listed.set(order.tracking_key, [...(listed.get(order.tracking_key) ?? []), order])
  }
}

/**
 * STP did not answer for a page: the list is read again after its pause, or at once where no page of it was asked for.
 */
async function noteSilence(
  deps: Deps,
  {
    list,
    waiting,
    page,
    read,
  }: { list: DueList; waiting: readonly WaitingPayment[]; page: number; read: Unknown },
): Promise<void> {
  if (wasAsked(read)) {
    const ids = waiting.map(({ id }) => id)
    return noteAskedAbout(deps, ids)
  }
  if (page === 0) await releaseList(deps, list)
}

/**
 * Reads STP's list of the orders received on a day, page by page, until every waiting payment of the day stands on a
 * page or the list ends. A page confirms what stands on it; only the whole list says that STP does not know a payment.
 */
async function readList(deps: Deps, list: DueList, operation_date: Day | null): Promise<void> {
  let waiting = await waitingPayments(deps.db, { day: list.day, since: sinceOf(deps) })
  const listed = new Map<string, StpOrder[]>()
  let seen = 0
  for (let page = 0; waiting.length > 0; page += 1) {
    const read = await deps.stp.listReceived({ operation_date, page })
    if (read.outcome === 'unknown') return noteSilence(deps, { list, waiting, page, read })
    addTo(listed, read.orders)
    seen += read.orders.length
    const isWhole = seen >= read.total
    const onPage = waiting.filter((row) => checkAgainstStp(row, orderFor(row, listed)) === 'confirmed')
    await recordListed(deps, isWhole ? waiting : onPage, listed)
    if (isWhole) return
    const done = new Set(onPage.map(({ id }) => id))
    waiting = waiting.filter(({ id }) => !done.has(id))
  }
}

async function checkDay(deps: Deps, list: DueList): Promise<void> {
  const operation_date = await namedDay(deps, list.day)
  if (operation_date === undefined) return
  if (await claimList(deps, list)) await readList(deps, list, operation_date)
}

/** STP is asked for a week about a payment that it does not confirm, and until it answers about any other. */
const patience = { hours: 7 * 24 }
const sinceOf = (deps: Deps) => deps.clock().subtract(patience).toString()

/** A list costs one of the hour's queries for each 1,000 orders: few days a time, the newest first. */
const daysPerSweep = 2

/**
 * Asks STP by the lists of their days about the incoming payments that it has not confirmed. A day
 * with a payment that STP has not answered about is due every five minutes in its first three hours, hourly on its first
 * day, and every six hours after that, as days with flagged ones are; in STP's nightly pause they wait. Of several
 * processes that sweep at once, one reads a list.
 */
export async function checkWaitingPayments(deps: Deps): Promise<void> {
  const time = await deps.stp.hours.at(deps.clock())
  if (isNightlyPause(time)) return
  const lists = await dueLists(deps, { time, since: sinceOf(deps), limit: daysPerSweep })
  for (const list of lists) await checkDay(deps, list)
}
