import { dashboardSummary, summaryBody } from '@quincena/domain/dashboard/schema'
import { loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { stpBalance } from '@quincena/domain/reconciliation/schema'
import { userListItem } from '@quincena/domain/users/schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'

const latestCount = 5
export const workersPageSize = 5

/** Loads the figures of a year. The previous year's figures stay visible while they load. */
export const summaryQuery = (year: number) =>
  queryOptions({
    queryKey: ['dashboard', 'summary', year],
    queryFn: ({ signal }) =>
      api.post(dashboardSummary, '/loan/summary', { body: z.encode(summaryBody, { year }), signal }),
    placeholderData: keepPreviousData,
  })

/** Loads the last known balance of the account at STP. An event invalidates it when STP reports a newer balance. */
export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: ({ signal }) => api.get(stpBalance, '/stp/balance', { signal }),
})

/** Loads the latest requests that wait for a decision. */
export const latestRequestsQuery = queryOptions({
  queryKey: ['loans', 'list', 'latest-requests'],
  queryFn: ({ signal }) =>
    api.get(pageOf(loanListItem), '/loan', {
      query: { status: 'INA', ordering: '-created_at', page: 1, page_size: latestCount },
      signal,
    }),
})

/** Loads a page of active workers whose documents are incomplete. */
export const workersWithoutDocumentsQuery = (page: number) =>
  queryOptions({
    queryKey: ['users', 'without-documents', page],
    queryFn: ({ signal }) =>
      api.get(pageOf(userListItem), '/auth/users', {
        query: {
          user_type: 'U2',
          has_all_documents: false,
          is_active: true,
          page,
          page_size: workersPageSize,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
