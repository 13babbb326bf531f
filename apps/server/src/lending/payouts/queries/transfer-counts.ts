import type { StateCounts } from '@quincena/domain/transfers/schema'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { countRows } from '../../../http/pagination.ts'
import {
  type CountedDays,
  type CountedRows,
  countListed,
  keyCounts,
} from '../../../platform/list-counts/queries/counts.ts'
import { isHeld, isInDoubt } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { matchingTransfers, type TransferFilters } from './transfer-filters.ts'

type Matching = ReturnType<typeof matchingTransfers>

/** The orders of the filters, but for those with few orders, as the kept numbers know them; undefined if they do not. */
export function countedTransfers(input: TransferFilters): CountedRows | undefined {
  const { company, company__id, tracking_key, loan__folio, loan__user__email, loan } = input
  const isLive = company__id !== undefined || loan !== undefined
  if (isLive || company || tracking_key || loan__folio || loan__user__email) return undefined
  const { state, purpose, operation_date, from, to } = input
  const key = [state && [state], purpose && [purpose]]
  if (operation_date === undefined && from === undefined && to === undefined) return { list: 'transfer', key }
  if (operation_date === undefined) return { list: 'transfer_operation', key, from, to }
  if (from !== undefined || to !== undefined) return undefined
  return { list: 'transfer_operation', key, from: operation_date, to: operation_date }
}

/** The kept days of the listed orders; undefined where none are kept. */
export function transferDays(input: TransferFilters, column: string): CountedDays | undefined {
  const { search, needs_review, in_doubt, held } = input
  if (search || [needs_review, in_doubt, held].some((filter) => filter !== undefined)) return undefined
  const kept = countedTransfers(input)
  if (kept === undefined || column === 'amount') return undefined
  if (column === 'operation_date')
    return { ...kept, list: 'transfer_operation', at: 't.operation_date', is_day: true }
  return kept.list === 'transfer' ? { ...kept, at: 't.created_at' } : undefined
}

interface OutcomeCount {
  state: string | null
  count: number
}

function countLive(orders: Matching): Promise<OutcomeCount[]> {
  return orders
    .select(['t.state', sql<number>`count(*)`.as('count')])
    .groupBy('t.state')
    .execute()
}

/** Orders of which a filter is false: all but the few of which it is true. */
async function countWithout(db: Db, kept: CountedRows, input: TransferFilters): Promise<OutcomeCount[]> {
  const { in_doubt, held, ...others } = input
  const { rows } = await sql<OutcomeCount>`
    select key[1] as state, sum(count) as count from (${keyCounts(kept)}) as kept group by 1`.execute(db)
  if (in_doubt === undefined && held === undefined) return rows
  const left = sql<boolean>`(${in_doubt === false ? isInDoubt('t', input.now) : sql`false`}
    or ${held === false ? isHeld('t') : sql`false`})`
  const few = await countLive(matchingTransfers(db, others, {}).where(left))
  return [...rows, ...few.map((row) => ({ ...row, count: -row.count }))]
}

/** The number of orders of each outcome under the other filters. */
async function countStates(db: Db, filters: TransferFilters): Promise<StateCounts> {
  const input = { ...filters, state: undefined, needs_review: undefined }
  const kept = countedTransfers(input)
  const isFew = input.in_doubt === true || input.held === true
  const rows =
    kept === undefined || isFew
      ? await countLive(matchingTransfers(db, input, {}))
      : await countWithout(db, kept, input)
  const counts: Record<string, number> = {}
  for (const { state, count } of rows) {
    counts.all = (counts.all ?? 0) + count
    if (state) counts[state] = (counts[state] ?? 0) + count
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** The number of orders of which the filter for a review is true, or false: all but the few of which it is true. */
async function countReviewed(db: Db, input: TransferFilters): Promise<number> {
  const { needs_review, ...others } = input
  const isOnly = input.in_doubt === undefined && input.held === undefined
  const kept = needs_review === false && isOnly ? countedTransfers(input) : undefined
  if (kept === undefined) return countRows(matchingTransfers(db, input, {}))
  const few = await countRows(matchingTransfers(db, { ...others, needs_review: true }, {}))
  return (await countListed(db, kept)) - few
}

/** Counts the matching orders, and those of each outcome but for the orders of one loan. There is no search. */
export async function countTransfers(
  db: Db,
  input: TransferFilters,
): Promise<{ count: number; states?: StateCounts }> {
  if (input.loan !== undefined) return { count: await countRows(matchingTransfers(db, input, {})) }
  const states = await countStates(db, input)
  const { needs_review, state } = input
  const count = needs_review === undefined ? (states[state ?? 'all'] ?? 0) : await countReviewed(db, input)
  return { count, states }
}
