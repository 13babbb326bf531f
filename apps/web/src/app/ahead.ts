import { queryClient } from '../lib/query-client.ts'
import { assistancesQuery } from '../worker/assistances/api.ts'
import { openLoansQuery } from '../worker/loans/api.ts'

/** Asks for what the home shows first; whoever has no session is told so by the call that validates it. */
export function askAhead(): void {
  void queryClient.prefetchQuery({ ...openLoansQuery, retry: false })
  void queryClient.prefetchQuery({ ...assistancesQuery, retry: false })
}
