import { dashboardCharts } from '@quincena/domain/dashboard/charts'
import { dashboardSummary, summaryBody } from '@quincena/domain/dashboard/schema'
import { loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { userListItem } from '@quincena/domain/users/schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'

export const workersPageSize = 5

/** As often as changes by others refetch the figures. */
const staleTime = 30_000

/** Loads the figures of a year. The previous year's figures stay visible while they load. */
export const summaryQuery = (year: number) =>
  queryOptions({
    queryKey: keys.dashboard.summary(year),
    queryFn: ({ signal }) =>
      api.post(dashboardSummary, '/loan/summary', { body: z.encode(summaryBody, { year }), signal }),
    placeholderData: keepPreviousData,
    staleTime,
  })

const latestRequests = { status: 'INA', ordering: '-created_at', page: 1, page_size: 5 } as const

/** Loads the latest requests that wait for a decision. */
export const latestRequestsQuery = readQuery(keys.loans.list(latestRequests), pageOf(loanListItem), {
  path: '/loan',
  query: latestRequests,
})

/** Loads a page of active workers whose documents are incomplete. */
export function workersWithoutDocumentsQuery(page: number) {
  const filters = { user_type: 'U2', has_all_documents: false, is_active: true }
  const query = { ...filters, page, page_size: workersPageSize }
  return pageQuery(keys.users.list, userListItem, { path: '/auth/users', query })
}

/** Loads the figures of the charts below the specification's. */
export const chartsQuery = queryOptions({
  ...readQuery(keys.dashboard.charts, dashboardCharts, { path: '/dashboard/charts' }),
  staleTime,
})
