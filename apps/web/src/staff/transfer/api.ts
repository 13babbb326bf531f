import { pageOf } from '@quincena/domain/page'
import { payoutSwitch } from '@quincena/domain/transfers/detail'
import { transferOrder } from '@quincena/domain/transfers/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Loads up to 50 orders of one loan, newest first. */
export const loanTransfersQuery = (loanId: number) =>
  queryOptions({
    queryKey: ['transfers', 'of-loan', loanId],
    queryFn: ({ signal }) =>
      api.get(pageOf(transferOrder), '/stp', {
        query: { loan: loanId, ordering: '-created_at', page_size: 50 },
        signal,
      }),
  })

/** Loads the payout switch and the number of orders in review. */
export const payoutsQuery = queryOptions({
  queryKey: ['transfers', 'payouts'],
  queryFn: ({ signal }) => api.get(payoutSwitch, '/stp/payouts', { signal }),
})
