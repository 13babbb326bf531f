import { loanDetail } from '@quincena/domain/loans/detail-schema'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { isMoneyMoving } from './payout-steps.ts'

const whileMoving_ms = 3000

/** One of the worker's loans. Refetches every 3 s while its payout is in transit. */
export const loanQuery = (id: number) =>
  queryOptions({
    ...readQuery(keys.loans.detail(id), loanDetail, { path: `/loan/${id}` }),
    refetchInterval: ({ state }) => (state.data && isMoneyMoving(state.data) ? whileMoving_ms : false),
  })
