import { loginHistoryRow } from '@quincena/domain/sessions/schema'
import { keys } from '../../../lib/keys.ts'
import { pagesQuery } from '../../../lib/read-query.ts'

const pageSize = 10

/** The worker's sign-ins and failed attempts, newest first, in pages. */
export const historyQuery = pagesQuery(keys.loginHistory.all, loginHistoryRow, {
  path: '/auth/login-history',
  query: {
    page_size: pageSize,
    ordering: '-created_at',
  },
})
