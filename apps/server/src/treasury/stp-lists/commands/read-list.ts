import { closesAt, firstGrowingDay, isWhole } from '@quincena/domain/reconciliation/due'
import { nextPage, pageToRecheck } from '@quincena/domain/reconciliation/list-pages'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { QueryPurpose } from '../../../integrations/stp/permit.ts'
import type { UnknownReason } from '../../../integrations/stp/transport.ts'
import { countListed, findList, type ListKey, readPages } from '../queries/stored-list.ts'
import { queryDate } from './query-date.ts'
import { finishReading, startReading } from './start-reading.ts'
import { dropUnlisted, storePage } from './store-page.ts'

interface ReadOptions {
  purpose: QueryPurpose
  /** True: the stored list of a finished day is enough, if it was read whole after the end of the day. */
  accepts_stored?: boolean
}

/**
 * Why the stored list is not whole: STP gave no page, the day's name in a query is not certain near the cut, or the
 * list changed while it was read.
 */
export type ListFailure = UnknownReason | 'near_cut' | 'changed'

/** `pages`: how many pages were read now; those that an unfinished reading has are not read again. */
export type ListReading =
  | { outcome: 'whole'; pages: number }
  | { outcome: 'failed'; reason: ListFailure; pages: number }

interface Reading extends ListKey {
  query_date: string | null
  is_growing: boolean
  reading: number
  purpose: QueryPurpose
}

/** How often the last page is read again if orders arrive during the reading. */
const lastPageRounds = 3

/** Returns the next page to read; null if the stored orders are as many as STP's total; undefined if they cannot be. */
async function findPage(
  deps: Deps,
  at: Reading,
  rounds: { left: number },
): Promise<number | null | undefined> {
  const pages = await readPages(deps.db, at, { reading: at.reading, now: deps.clock() })
  const { total = null } = (await findList(deps.db, at)) ?? {}
  const list = { total, pages, is_growing: at.is_growing }
  const next = nextPage(list)
  if (next !== null) return next
  const recheck = pageToRecheck(list)
  if (recheck === null) await dropUnlisted(deps.db, at, at.reading)
  if ((await countListed(deps.db, at)) === total) return null
  if (recheck !== null) return recheck
  rounds.left -= 1
  return rounds.left > 0 && at.is_growing ? Math.max(0, pages.length - 1) : undefined
}

async function readPagesOf(deps: Deps, at: Reading, started_at: string): Promise<ListReading> {
  const rounds = { left: lastPageRounds }
  let whole_at = started_at
  for (let count = 0; ; count += 1) {
    const page = await findPage(deps, at, rounds)
    if (page === undefined) return { outcome: 'failed', reason: 'changed', pages: count }
    if (page === null) {
      await finishReading(deps, { ...at, whole_at })
      return { outcome: 'whole', pages: count }
    }
    const asked_at = isoOf(deps.clock())
    const { order_type, query_date: operation_date, purpose } = at
    const read = await deps.stp.listPage({ order_type, operation_date, page }, { purpose })
    if (read.outcome === 'unknown') {
      deps.log.warn({ ...at, page, reason: read.reason, detail: read.detail }, 'STP gave no page of a list')
      return { outcome: 'failed', reason: read.reason, pages: count }
    }
    await storePage(deps, { ...at, page, asked_at, orders: read.orders, total: read.total })
    whole_at = asked_at
  }
}

/**
 * Reads STP's list of a day into `stp_listed_order`, one page at a time, so that memory does not grow with the list.
 * The one way in which lists are read. A page that was complete on a day that is not over is not read again, except an
 * hour after its orders settled. Nothing is missed if STP inserts an order late: such an order moves one that is stored
 * to a page that is read, so the stored orders are fewer than STP's total, and the complete pages are read again until
 * they are as many. The list of a finished day is read from its first page; if a page has no answer, the next call
 * continues there.
 */
export async function readList(
  deps: Deps,
  list: ListKey,
  { purpose, accepts_stored = false }: ReadOptions,
): Promise<ListReading> {
  const query_date = await queryDate(deps, list.operation_date)
  if (query_date === undefined) return { outcome: 'failed', reason: 'near_cut', pages: 0 }
  const { operation_date } = list
  const is_growing = operation_date >= firstGrowingDay(await deps.stp.hours.at(deps.clock()))
  const stored = await findList(deps.db, list)
  const isStored = !is_growing && isWhole({ operation_date, checked_at: stored?.whole_at ?? null })
  if (accepts_stored && isStored) return { outcome: 'whole', pages: 0 }
  const closed_at = is_growing ? null : closesAt(operation_date).toString()
  const { reading, started_at } = await startReading(deps, list, closed_at)
  return readPagesOf(deps, { ...list, query_date, is_growing, reading, purpose }, started_at)
}
