import type { LoanType } from '@quincena/domain/loans/rules'
import { loanDetail, loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pagesQuery, readQuery } from '../../lib/read-query.ts'
import { isMoneyMoving } from './payout-steps.ts'

const newestFirst = { page_size: 20, ordering: '-created_at' }

const whileMoving_ms = 3000

/** One of the worker's loans. Refetches every 3 s while its payout is in transit. */
export const loanQuery = (id: number) =>
  queryOptions({
    ...readQuery(keys.loans.detail(id), loanDetail, { path: `/loan/${id}` }),
    refetchInterval: ({ state }) => (state.data && isMoneyMoving(state.data) ? whileMoving_ms : false),
  })

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
