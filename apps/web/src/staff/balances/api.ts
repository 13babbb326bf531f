import { balanceSummary, refund, workerBalanceRow } from '@quincena/domain/worker-balances/schema'
import { keys } from '../../lib/keys.ts'
import { pageSizes } from '../../lib/list-search.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import type { BalanceListSearch } from './search.ts'

/** Loads the totals of all workers' balances and of the refunds without an outcome. */
export const balanceSummaryQuery = readQuery(keys.workerBalances.summary, balanceSummary, {
  path: '/treasury/balances/summary',
})

/** Query parameters of the list of balances. The export sends the same. */
export const balanceParams = ({ lista, page = 1, search, ordering }: BalanceListSearch) => ({
  ...{ page, page_size: pageSizes[0], search, ordering },
  owes: lista === 'deben' ? true : undefined,
})

/** Loads a page of the workers with a balance, or of those who owe money apart from their loans. */
export const balancesQuery = (search: BalanceListSearch) =>
  pageQuery(keys.workerBalances.list, workerBalanceRow, {
    ...{ path: '/treasury/balances', query: balanceParams(search) },
  })

/** Loads a page of the refunds without an outcome, or of those that have one. */
export function refundsQuery({ lista, page = 1, search }: BalanceListSearch) {
  const query = { page, page_size: pageSizes[0], search, state: lista === 'anteriores' ? 'done' : 'open' }
  return pageQuery(keys.workerBalances.refunds, refund, { path: '/treasury/refunds', query })
}
