import { businessDay, type Day } from '@quincena/domain/dates'
import { dueDays, windowStart } from '@quincena/domain/reconciliation/due'
import type { Deps } from '../../../deps.ts'
import { bookListedMovements } from '../../cash-movements/commands/book-listed-movements.ts'
import { applyReceivedList } from '../../incoming-payments/commands/apply-list.ts'
import { forgetLists } from '../../stp-lists/commands/start-reading.ts'
import { keepCeps } from '../../transfers/commands/keep-ceps.ts'
import { dayRows, daysWithOrders } from '../queries/days.ts'
import { bookListed } from './book-listed.ts'
import { claimDay, failDay, leaseStart } from './hold-day.ts'
import { readLists } from './read-lists.ts'
import { refreshBalance } from './refresh-balance.ts'
import { storeComparison } from './store-comparison.ts'

/** `skipped`: this day's list is unreadable or another run has the day. `no_list`: STP gives no list at all. */
type DayResult = 'compared' | 'skipped' | 'no_list'

async function compare(deps: Deps, operation_date: Day): Promise<DayResult> {
  const run = await claimDay(deps, operation_date)
  if (run === undefined) return 'skipped'
  const failure = await readLists(deps, operation_date)
  // What the pages say is booked at once, although the list is not whole yet.
  const booked_now = await bookListed(deps, operation_date)
  await bookListedMovements(deps, operation_date)
  await keepCeps(deps, operation_date)
  await applyReceivedList(deps, operation_date, { is_whole: failure === null })
  if (failure !== null) {
    const is_late = businessDay(deps.clock()) > operation_date && !failure.is_continued
    await failDay(deps, { operation_date, run, reason: failure.reason, is_late })
    return failure.is_of_day ? 'skipped' : 'no_list'
  }
  await storeComparison(deps, { operation_date, run, booked_now })
  return 'compared'
}

/**
 * Compares a day: reads STP's complete lists with no transaction open, books what a rule allows, stores missing CEPs and
 * received money, then stores the comparison as a whole and checks the balance. Returns false if STP gave no list or
 * another run has the day.
 */
export async function reconcileDay(deps: Deps, operation_date: Day): Promise<boolean> {
  const isCompared = (await compare(deps, operation_date)) === 'compared'
  if (isCompared) await refreshBalance(deps, 'reconcile')
  return isCompared
}

/**
 * Compares every due day, newest first. Stops if STP gives no list; the hourly job continues later. A day whose own
 * list is unreadable does not block the other days. Deletes stored lists that no comparison needs any more. Checks the
 * balance at the end, also when no day is due.
 */
export async function reconcileDueDays(deps: Deps): Promise<void> {
  const time = await deps.stp.hours.at(deps.clock())
  const due = dueDays(
    time,
    await dayRows(deps.db, time, leaseStart(deps)),
    await daysWithOrders(deps.db, time),
  )
  await forgetLists(deps, windowStart(time))
  for (const day of due) if ((await compare(deps, day)) === 'no_list') return
  await refreshBalance(deps, 'reconcile')
}
