import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { Deps } from '../../../deps.ts'
import { queryDate } from '../../stp-lists/commands/query-date.ts'
import { readList } from '../../stp-lists/commands/read-list.ts'
import { type DueList, dueLists, waitingPayments } from '../queries/waiting.ts'
import { applyReceivedList, queriedSince } from './apply-list.ts'
import { claimList, releaseList } from './claim-list.ts'
import { wasSent } from './query-incoming-payment.ts'
import { storeQueryTimes } from './record-check.ts'

/** Stores the time of a query without an answer; if no query was sent, the list is due again at once. */
async function handleFailure(
  deps: Deps,
  list: DueList,
  { was_sent, pages }: { was_sent: boolean; pages: number },
): Promise<void> {
  if (was_sent) {
    const waiting = await waitingPayments(deps.db, { day: list.day, since: queriedSince(deps) })
    await storeQueryTimes(
      deps,
      waiting.map(({ id }) => id),
    )
  } else if (pages === 0) await releaseList(deps, list)
}

async function checkDay(deps: Deps, list: DueList): Promise<void> {
  const { day } = list
  if ((await queryDate(deps, day)) === undefined) return
  if (!(await claimList(deps, list))) return
  const key = { operation_date: day, order_type: 'R' as const }
  const read = await readList(deps, key, { purpose: 'received_list', accepts_stored: true })
  if (read.outcome === 'failed') {
    await handleFailure(deps, list, { was_sent: wasSent(read.reason), pages: read.pages })
  }
  await applyReceivedList(deps, day, { is_whole: read.outcome === 'whole' })
}

/** The newest days are read first; a list costs one of the hour's queries for each 1,000 orders. */
const daysPerSweep = 2

/**
 * Checks unconfirmed incoming payments by STP's lists of their days. A day with an unanswered payment is due every five
 * minutes during the first three hours, hourly during the first day, and every six hours later; a day with only flagged
 * payments is due every six hours. The stored list of a finished day is enough. Nothing is read in STP's nightly pause.
 * If several processes sweep at once, one of them reads a list.
 */
export async function checkWaitingPayments(deps: Deps): Promise<void> {
  const time = await deps.stp.hours.at(deps.clock())
  if (isNightlyPause(time)) return
  const lists = await dueLists(deps.db, {
    now: deps.clock(),
    time,
    since: queriedSince(deps),
    limit: daysPerSweep,
  })
  for (const list of lists) await checkDay(deps, list)
}
