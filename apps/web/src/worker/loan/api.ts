import type { LoanType } from '@quincena/domain/loans/rules'
import { loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pagesQuery } from '../../lib/read-query.ts'

const newestFirst = { page_size: 20, ordering: '-created_at' }

/** The worker's loans, newest first, in pages; all types if `type` is undefined. */
export const loanHistoryQuery = (type: LoanType | undefined) =>
  pagesQuery(keys.loans.history(type ?? 'all'), loanListItem, {
    path: '/loan',
    query: { type, ...newestFirst },
  })

/** Requests, offers and loans in force. One page has them all: a worker normally has one open loan of each type. */
export const openLoansQuery = queryOptions({
  queryKey: keys.loans.open,
  queryFn: async ({ signal }) => {
    const query = { open: true, page: 1, ...newestFirst }
    return (await api.get(pageOf(loanListItem), '/loan', { query, signal })).results
  },
})
