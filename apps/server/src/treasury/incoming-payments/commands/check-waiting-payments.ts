import type { Day } from '@quincena/domain/dates'
import { checkAgainstStp } from '@quincena/domain/incoming-payments/stp-check'
import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { Deps } from '../../../deps.ts'
import type { Unknown } from '../../../integrations/stp/transport.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { type DueList, dueLists, type WaitingPayment, waitingPayments } from '../queries/waiting.ts'
import { claimList, releaseList } from './claim-list.ts'
import { queryDate, wasSent } from './query-incoming-payment.ts'
import { recordCheck, storeQueryTimes } from './record-check.ts'

/** If STP rejects more payments than this at a time, staff get one notice an hour for all of them. */
const maxNotices = 5

type Listed = ReadonlyMap<string, readonly StpOrder[]>

/** Returns the order with the payment's key that agrees with the callback, else any with that key, else null. */
function orderFor(row: WaitingPayment, listed: Listed): StpOrder | null {
  const orders = listed.get(row.tracking_key) ?? []
  const same = orders.filter((order) => checkAgainstStp(row, order) === 'confirmed')
  return same.find(({ id }) => id === row.stp_id) ?? same[0] ?? orders[0] ?? null
}

/** Returns the ids of those orders that already belong to an incoming payment. */
async function findKnownOrders(deps: Deps, orders: readonly StpOrder[]): Promise<Set<number>> {
  if (orders.length === 0) return new Set()
  const ids = orders.map(({ id }) => id)
  const query = deps.db.selectFrom('incoming_payment').select('stp_order_id')
  const rows = await query.where('stp_order_id', 'in', ids).execute()
  return new Set(rows.flatMap(({ stp_order_id }) => stp_order_id ?? []))
}

/** Counts the payments that STP does not confirm; one order can confirm only one of them. */
async function countRejected(deps: Deps, rows: readonly WaitingPayment[], listed: Listed): Promise<number> {
  const agreeing = rows.flatMap((row) => {
    const order = orderFor(row, listed)
    return order !== null && checkAgainstStp(row, order) === 'confirmed' ? [order] : []
  })
  const knownOrders = await findKnownOrders(deps, agreeing)
  const confirmed = new Set(agreeing.map(({ id }) => id)).difference(knownOrders)
  return rows.length - confirmed.size
}

/** Records the answers of a list; a payment that fails does not stop the others. */
async function recordListed(deps: Deps, rows: readonly WaitingPayment[], listed: Listed): Promise<void> {
  const is_one_of_many = (await countRejected(deps, rows, listed)) > maxNotices
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

/** Handles a page without an answer: the list is read again after its pause, or at once if no query was sent for it. */
async function handleMissingPage(
  deps: Deps,
  {
    list,
    waiting,
    page,
    read,
  }: { list: DueList; waiting: readonly WaitingPayment[]; page: number; read: Unknown },
): Promise<void> {
  if (wasSent(read)) {
    const ids = waiting.map(({ id }) => id)
    return storeQueryTimes(deps, ids)
  }
  if (page === 0) await releaseList(deps, list)
}

/**
 * Reads STP's list of the orders received on a day, page by page, until every waiting payment is found or the list
 * ends. A page confirms the payments that it contains; only the complete list proves that STP does not know a payment.
 */
async function readList(deps: Deps, list: DueList, operation_date: Day | null): Promise<void> {
  let waiting = await waitingPayments(deps.db, { day: list.day, since: sinceOf(deps) })
  const listed = new Map<string, StpOrder[]>()
  let seen = 0
  for (let page = 0; waiting.length > 0; page += 1) {
    const read = await deps.stp.listReceived({ operation_date, page })
    if (read.outcome === 'unknown') return handleMissingPage(deps, { list, waiting, page, read })
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
  const operation_date = await queryDate(deps, list.day)
  if (operation_date === undefined) return
  if (await claimList(deps, list)) await readList(deps, list, operation_date)
}

/** How long STP is queried about a payment that it rejected. Payments without an answer have no limit. */
const queryPeriod = { hours: 7 * 24 }
const sinceOf = (deps: Deps) => deps.clock().subtract(queryPeriod).toString()

/** The newest days are read first; a list costs one of the hour's queries for each 1,000 orders. */
const daysPerSweep = 2

/**
 * Checks unconfirmed incoming payments by STP's lists of their days. A day with an unanswered payment is due every five
 * minutes during the first three hours, hourly during the first day, and every six hours later; a day with only flagged
 * payments is due every six hours. Nothing is read in STP's nightly pause. If several processes sweep at once, one of
 * them reads a list.
 */
export async function checkWaitingPayments(deps: Deps): Promise<void> {
  const time = await deps.stp.hours.at(deps.clock())
  if (isNightlyPause(time)) return
  const lists = await dueLists(deps.db, {
    now: deps.clock(),
    time,
    since: sinceOf(deps),
    limit: daysPerSweep,
  })
  for (const list of lists) await checkDay(deps, list)
}
