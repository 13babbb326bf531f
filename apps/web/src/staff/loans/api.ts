import { ID_LIST_LIMIT } from '@quincena/domain/fields'
import type { LoanType } from '@quincena/domain/loans/rules'
import { loanPage } from '@quincena/domain/loans/schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../lib/keys.ts'
import { listParams } from '../../lib/list-search.ts'
import { readQuery } from '../../lib/read-query.ts'
import type { LoanListSearch } from './search.ts'

/** Query parameters of a request list. The export sends the same parameters. */
export const loanListParams = (type: LoanType, { nueva: _, persona: __, ...filters }: LoanListSearch) => ({
  ...{ type, ...listParams(filters) },
})

/** Loads the selected loans as they are now, before they are decided together. */
export function selectedLoansQuery(type: LoanType, ids: readonly number[]) {
  const query = { type, id__in: ids.join(','), page_size: ID_LIST_LIMIT }
  return queryOptions({
    ...readQuery(keys.loans.list(query), loanPage, { path: '/loan', query }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Loads a page of credits or advances. The previous page stays visible while the next one loads. */
export function loansQuery(type: LoanType, search: LoanListSearch) {
  const query = loanListParams(type, search)
  return queryOptions({
    ...readQuery(keys.loans.list(query), loanPage, { path: '/loan', query }),
    placeholderData: keepPreviousData,
  })
}
