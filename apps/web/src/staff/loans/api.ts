import type { LoanType } from '@quincena/domain/loans/rules'
import { loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { listParams } from '../../lib/list-search.ts'
import type { LoanListSearch } from './search.ts'

/** Query parameters of a request list. The export sends the same parameters. */
export const loanListParams = (type: LoanType, search: LoanListSearch) => ({ type, ...listParams(search) })

/** Loads a page of credits or advances. The previous page stays visible while the next one loads. */
export function loansQuery(type: LoanType, search: LoanListSearch) {
  const query = loanListParams(type, search)
  return queryOptions({
    queryKey: keys.loans.list(query),
    queryFn: ({ signal }) => api.get(pageOf(loanListItem), '/loan', { query, signal }),
    placeholderData: keepPreviousData,
  })
}
