import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { orderOf } from '../../../http/pagination.ts'
import type { Direction } from '../../../platform/list-counts/queries/pages.ts'
import { matchingTransfers, type Texts, type TransferFilters } from './transfer-filters.ts'

export const orderings = ['created_at', 'operation_date', 'amount'] as const

export const columnOf = {
  created_at: 't.created_at',
  operation_date: 't.operation_date',
  amount: 't.amount_cents',
} as const

/** What a list is sorted by, before the id. */
export const placeOf = ({ column, direction }: { column: keyof typeof columnOf; direction: Direction }) => ({
  place: sql.ref(columnOf[column]),
  direction,
})

/** All matching orders in the requested order, newest first by default. */
export function sortedTransfers(db: Db, input: TransferFilters, texts: Texts) {
  const { column, direction } = orderOf(input.ordering, orderings)
  return matchingTransfers(db, input, texts).orderBy(columnOf[column], direction).orderBy('t.id', direction)
}

/** Selects their ids. */
export const transferIds = (db: Db, input: TransferFilters, texts: Texts) =>
  sortedTransfers(db, input, texts).select('t.id')
