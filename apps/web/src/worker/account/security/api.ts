import { pageOf } from '@quincena/domain/page'
import { loginHistoryRow } from '@quincena/domain/sessions/schema'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/keys.ts'

const pageSize = 10

/** The worker's sign-ins and failed attempts, newest first, in pages. */
export const historyQuery = infiniteQueryOptions({
  queryKey: keys.loginHistory.all,
  queryFn: ({ pageParam, signal }) =>
    api.get(pageOf(loginHistoryRow), '/auth/login-history', {
      query: { page: pageParam, page_size: pageSize, ordering: '-created_at' },
      signal,
    }),
  initialPageParam: 1,
  getNextPageParam: ({ next }, _pages, page) => (next === null ? undefined : page + 1),
})
