import { queryClient } from '../lib/query-client.ts'
import { assistancesQuery } from '../worker/assistance/api.ts'
import { openLoansQuery } from '../worker/loan/api.ts'

/** Prefetches the home screen's queries without retries: the call that validates the session reports its errors. */
export function prefetchHome(): void {
  void queryClient.prefetchQuery({ ...openLoansQuery, retry: false })
  void queryClient.prefetchQuery({ ...assistancesQuery, retry: false })
}
