import { sql } from 'kysely'
import { plannedAnew } from '../../../db/prepare-statements.ts'
import type { Db } from '../../../db/types.ts'
import { orderOf, searchLimits } from '../../../http/pagination.ts'
import { findRows, isShort, type SearchedList } from '../../../platform/list-counts/queries/found-rows.ts'
import { countedTransfers } from './transfer-counts.ts'
import {
  type FieldText,
  hasText,
  isLender,
  matchingTransfers,
  namedBy,
  type TextField,
  type Texts,
  type TransferFilters,
  type TransfersQuery,
  textFields,
} from './transfer-filters.ts'
import { orderings, placeOf, sortedTransfers, transferIds } from './transfer-order.ts'

/** Filters that leave few orders. */
const narrows = ({ loan, company__id, operation_date, needs_review, in_doubt, held }: TransferFilters) =>
  [loan, company__id, operation_date].some((filter) => filter !== undefined) ||
  [needs_review, in_doubt, held].includes(true)

/** True if the filters leave so few orders that each is compared with the search. */
async function isNarrow(db: Db, input: TransferFilters): Promise<boolean> {
  if (narrows(input)) return true
  const { state, purpose, from, to } = input
  const isWhole = [state, purpose, from, to].every((filter) => filter === undefined)
  return !isWhole && isShort(db, countedTransfers(input))
}

/** A filtered list in which a text is looked for. */
interface Where {
  input: TransferFilters
  is_narrow: boolean
}

/**
 * Query of the orders of the filters with the text, in any order. Those of each company, loan or person found are read
 * one after the other, so that many hits end the query early.
 */
function hitsOf(db: Db, { input, is_narrow }: Where, { one, limit }: { one: FieldText; limit: number }) {
  const { place } = placeOf(orderOf(input.ordering, orderings))
  const orders = matchingTransfers(db, input, {}).select(['t.id', place.as('place')])
  const named = namedBy(one)
  if (named === undefined || isLender(one) || is_narrow)
    return sql`${orders.where(hasText(one)).limit(limit)}`
  const { from, by, matches } = named
  const ofNamed = orders.where(sql<boolean>`${sql.ref(`t.${by}`)} = found.id`).offset(sql.lit(0))
  return sql`select hit.* from (
      select named.id ${from} where ${matches} offset 0) as found
    cross join lateral ${ofNamed} as hit limit ${sql.lit(limit)}`
}

/** The first of `textFields` in which an order of the filters has the text; each is tried only if those before failed. */
async function findField(db: Db, where: Where, text: string): Promise<TextField | undefined> {
  const { lender } = where.input
  const cases = textFields.map((field) => {
    const hits = hitsOf(db, where, { one: { field, text, lender }, limit: 1 })
    return sql`when exists (${hits}) then ${sql.lit(field)}`
  })
  const { rows } = await sql<{ field: TextField | null }>`${sql.raw(plannedAnew)}
    select case ${sql.join(cases, sql` `)} end as field`.execute(db)
  return rows[0]?.field ?? undefined
}

/** The texts of a search, which looks in the first of `textFields` with a match. */
export async function resolveTransfers(db: Db, input: TransferFilters): Promise<Texts> {
  const { search } = input
  if (!search) return {}
  const field = await findField(db, { input, is_narrow: await isNarrow(db, input) }, search)
  // No order has it in any field, and so none in this one.
  return { [field ?? 'tracking_key']: search }
}

function searchedTransfers(db: Db, where: Where, one: FieldText): SearchedList {
  const { input } = where
  const { place, direction } = placeOf(orderOf(input.ordering, orderings))
  const list = sortedTransfers(db, input, {}).selectAll('t').select(place.as('place'))
  return {
    ...{ alias: 't', direction, isHit: hasText(one), list: sql`${list}` },
    hits: hitsOf(db, where, { one, limit: searchLimits.count + 1 }),
    ids: sql`${transferIds(db, input, { [one.field]: one.text })}`,
  }
}

/** The ids of a page of the orders that the filters leave and a search finds, with their number. */
export async function findTransfers(db: Db, input: TransfersQuery & TransferFilters, search: string) {
  const where = { input, is_narrow: await isNarrow(db, input) }
  const field = await findField(db, where, search)
  if (field === undefined) return { count: 0, ids: [] }
  const one = { field, text: search, lender: input.lender }
  const { ids, count, count_capped } = await findRows(db, input, searchedTransfers(db, where, one))
  return { count, ...(count_capped && { count_capped }), ids }
}
