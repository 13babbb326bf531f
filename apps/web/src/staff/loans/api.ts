import type { LoanType } from '@quincena/domain/loans/rules'
import { loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { compactFields } from '../../lib/compact.ts'
import { keys } from '../../lib/keys.ts'
import type { LoanListSearch } from './search.ts'

export const usualPageSize = 20

/** Query parameters of a request list. The export sends the same parameters. */
export function loansAsked(type: LoanType, search: LoanListSearch) {
  return { type, page: 1, page_size: usualPageSize, ordering: '-created_at', ...compactFields(search) }
}

/** Loads a page of credits or advances. The previous page stays visible while the next one loads. */
export function loansQuery(type: LoanType, search: LoanListSearch) {
  const query = loansAsked(type, search)
  return queryOptions({
    queryKey: keys.loans.list(query),
    queryFn: ({ signal }) => api.get(pageOf(loanListItem), '/loan', { query, signal }),
    placeholderData: keepPreviousData,
  })
}
