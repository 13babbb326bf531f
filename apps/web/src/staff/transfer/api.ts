import { pageOf } from '@quincena/domain/page'
import { payoutSwitch } from '@quincena/domain/transfers/detail'
import { transferOrder } from '@quincena/domain/transfers/schema'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'

/** Loads up to 50 orders of one loan, newest first. */
export function loanTransfersQuery(loanId: number) {
  const query = { loan: loanId, ordering: '-created_at', page_size: 50 }
  return readQuery(keys.transfers.list(query), pageOf(transferOrder), { path: '/stp', query })
}

/** Loads the payout switch and the number of orders in review. */
export const payoutsQuery = readQuery(keys.transfers.payouts, payoutSwitch, { path: '/stp/payouts' })
