import { queryClient } from '../lib/query-client.ts'
import { assistancesQuery } from '../worker/assistance/api.ts'
import { openLoansQuery } from '../worker/loan/api.ts'

/** After the first screen has loaded. */
const copyDelay_ms = 8000

/**
 * Prefetches the home screen's queries without retries: the call that validates the session reports its errors. Later it
 * brings the frequent questions onto the device, for use without a network.
 */
export function prefetchHome(): void {
  void queryClient.prefetchQuery({ ...openLoansQuery, retry: false })
  void queryClient.prefetchQuery({ ...assistancesQuery, retry: false })
  const keepCopy = async () => (await import('../worker/faq/api.ts')).keepFaq(queryClient)
  setTimeout(() => void keepCopy().catch(() => undefined), copyDelay_ms)
}
