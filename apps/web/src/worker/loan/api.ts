import type { LoanType } from '@quincena/domain/loans/rules'
import { loanDetail, loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { isMoneyMoving } from './payout-steps.ts'

const loanPage = pageOf(loanListItem)
const pageSize = 20

type Filter = { type?: LoanType | undefined; open?: true }

function getLoans(filter: Filter, page: number, signal: AbortSignal) {
  const query = { ...filter, page, page_size: pageSize, ordering: '-created_at' }
  return api.get(loanPage, '/loan', { query, signal })
}

const whileMoving_ms = 3000

/** One of the worker's loans. Refetches every 3 s while its payout is in transit. */
export const loanQuery = (id: number) =>
  queryOptions({
    queryKey: keys.loans.detail(id),
    queryFn: ({ signal }) => api.get(loanDetail, `/loan/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isMoneyMoving(state.data) ? whileMoving_ms : false),
  })

/** The worker's loans, newest first, in pages; all types if `type` is undefined. */
export const loanHistoryQuery = (type: LoanType | undefined) =>
  infiniteQueryOptions({
    queryKey: keys.loans.history(type ?? 'all'),
    queryFn: ({ pageParam, signal }) => getLoans({ type }, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next === null ? undefined : page + 1),
  })

/** Requests, offers and loans in force. One page has them all: a worker normally has one open loan of each type. */
export const openLoansQuery = queryOptions({
  queryKey: keys.loans.open,
  queryFn: async ({ signal }) => (await getLoans({ open: true }, 1, signal)).results,
})
