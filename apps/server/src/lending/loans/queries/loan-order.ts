import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../../../command/context.ts'
import type { Database, Db } from '../../../db/types.ts'
import { orderOf } from '../../../http/pagination.ts'
import type { Direction } from '../../../platform/list-counts/queries/pages.ts'
import { type LoanFilters, matchingLoans } from './loan-filters.ts'

export const orderings = [
  'created_at',
  'amount',
  'total_debt',
  'amount_due',
  'interest_rate',
  'status',
  'next_payment_date',
  'days_late',
  'folio',
] as const

export type Column = (typeof orderings)[number]

/** The first uncovered due date of a late loan: the fewer days late, the later it is. */
const lateSince = sql<string | null>`loan_late_since(l.state, l.next_payment_date)`

/** Sorts by status in the order of a loan's life: INA, APP, REJ. */
const statusOrder = sql<number>`loan_status_order(l.state)`

const columnOf: Record<Column, RawBuilder<unknown>> = {
  created_at: sql.ref('l.created_at'),
  amount: sql.ref('l.amount_cents'),
  total_debt: sql.ref('l.total_debt_cents'),
  amount_due: sql.ref('l.amount_due_cents'),
  interest_rate: sql.ref('l.interest_rate'),
  status: statusOrder,
  next_payment_date: sql.ref('l.next_payment_date'),
  days_late: lateSince,
  folio: sql.ref('l.folio'),
}

const opposite = { asc: 'desc', desc: 'asc' } as const

/** What a list is sorted by, before the id; the fewer days late, the later the day. */
export const placeOf = (column: Column, wanted: Direction) => ({
  place: columnOf[column],
  direction: column === 'days_late' ? opposite[wanted] : wanted,
})

/** The items of the order of a list. */
export function orderBy(column: Column, wanted: Direction) {
  const { place, direction } = placeOf(column, wanted)
  return [sql`${place} ${sql.raw(direction)}`, sql`l.id ${sql.raw(direction)}`]
}

/** Query of the ids of all matching loans, in the requested order; newest first by default. */
export function loanIds(db: Db, user: Actor, input: LoanFilters) {
  const { column, direction } = orderOf(input.ordering, orderings)
  return inOrder(matchingLoans(db, user, input).select('l.id'), orderBy(column, direction))
}

type OfLoans = Database & { l: Database['loan'] }

/** Sorts a query of loans `l`. */
export const inOrder = <Row>(query: SelectQueryBuilder<OfLoans, 'l', Row>, items: RawBuilder<unknown>[]) =>
  items.reduce((sorted, item) => sorted.orderBy(item), query)
