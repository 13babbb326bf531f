import type { Day } from '@quincena/domain/dates'
import { checkAgainstStp } from '@quincena/domain/incoming-payments/stp-check'
import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import type { Deps } from '../../../lib/deps.ts'
import { type WaitingPayment, waitingDays, waitingPayments } from '../waiting.ts'
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

/** Records what a list says; one that fails does not stop the others. */
async function recordListed(deps: Deps, rows: readonly WaitingPayment[], listed: Listed): Promise<void> {
  const answers = rows.map((row) => ({ id: row.id, row, order: orderFor(row, listed) }))
  const doubted = answers.filter(({ row, order }) => checkAgainstStp(row, order) !== 'confirmed')
  const is_one_of_many = doubted.length > mostNotices
  for (const { id, order } of answers) {
    await recordCheck(deps, { id, order, is_one_of_many }).catch((error: unknown) => {
      deps.log.error({ err: error, incoming_payment_id: id }, 'incoming payment not checked')
    })
  }
}

/**
 * Reads STP's list of the orders received on a day, page by page, until every waiting payment of the day stands on a
 * page or the list ends. A page confirms what stands on it; only the whole list says that STP does not know a payment.
 */
async function checkDay(deps: Deps, day: Day): Promise<void> {
  const operation_date = await namedDay(deps, day)
  if (operation_date === undefined) return
  let waiting = await waitingPayments(deps.db, { day, since: sinceOf(deps) })
  let seen = 0
  for (let page = 0; waiting.length > 0; page += 1) {
    const read = await deps.stp.listReceived({ operation_date, page })
    if (read.outcome === 'unknown') {
      const ids = waiting.map(({ id }) => id)
      if (wasAsked(read)) await noteAskedAbout(deps, ids)
      return
    }
    const listed = Map.groupBy(read.orders, ({ tracking_key }) => tracking_key)
    seen += read.orders.length
    const isWhole = seen >= read.total
    const onPage = waiting.filter((row) => checkAgainstStp(row, orderFor(row, listed)) === 'confirmed')
    await recordListed(deps, isWhole ? waiting : onPage, listed)
    if (isWhole) return
    const done = new Set(onPage.map(({ id }) => id))
    waiting = waiting.filter(({ id }) => !done.has(id))
  }
}

/** STP is asked for a week about a payment that it does not confirm, and until it answers about any other. */
const patience = { hours: 7 * 24 }
const sinceOf = (deps: Deps) => deps.clock().subtract(patience).toString()

/** A list costs one of the hour's queries for each 1,000 orders: few days a time, the newest first. */
const daysPerSweep = 2

/**
 * Asks STP by the lists of their days about the incoming payments that it has not confirmed. Days with a payment that
 * STP has not answered about are due after five minutes, others after six hours; in STP's nightly pause they wait.
 */
export async function checkWaitingPayments(deps: Deps): Promise<void> {
  const time = await deps.stp.hours.at(deps.clock())
  if (isNightlyPause(time)) return
  const days = await waitingDays(deps, { time, since: sinceOf(deps), limit: daysPerSweep })
  for (const day of days) await checkDay(deps, day)
}
