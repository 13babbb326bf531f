import { pageOf } from '@quincena/domain/page'
import { payoutSwitch } from '@quincena/domain/transfers/detail'
import { transferOrder } from '@quincena/domain/transfers/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** Loads up to 50 orders of one loan, newest first. */
export function loanTransfersQuery(loanId: number) {
  const query = { loan: loanId, ordering: '-created_at', page_size: 50 }
  return queryOptions({
    queryKey: keys.transfers.list(query),
    queryFn: ({ signal }) => api.get(pageOf(transferOrder), '/stp', { query, signal }),
  })
}

/** Loads the payout switch and the number of orders in review. */
export const payoutsQuery = queryOptions({
  queryKey: keys.transfers.payouts,
  queryFn: ({ signal }) => api.get(payoutSwitch, '/stp/payouts', { signal }),
})
