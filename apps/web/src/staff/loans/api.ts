import type { LoanType } from '@quincena/domain/loans/rules'
import { type LoanListItem, loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, noContent } from '../../lib/api.ts'
import { explained } from '../../lib/explained.ts'
import { given } from '../../lib/given.ts'
import { typeWords } from './loan-words.ts'
import type { LoanListSearch } from './search.ts'

export const usualPageSize = 20

/** What a list of requests asks for, page and all; its export asks for the same. */
export function loansAsked(type: LoanType, search: LoanListSearch) {
  return { type, page: 1, page_size: usualPageSize, ordering: '-created_at', ...given(search) }
}

/** A page of the requests of a type; the old page stays in sight while the next one comes. */
export function loansQuery(type: LoanType, search: LoanListSearch) {
  const query = loansAsked(type, search)
  return queryOptions({
    queryKey: ['loans', 'list', query],
    queryFn: ({ signal }) => api.get(pageOf(loanListItem), '/loan', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Deletes a request that never had an STP order. */
export function useDeleteLoan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, type }: Pick<LoanListItem, 'id' | 'type'>) =>
      explained(api.delete(noContent, `/loan/${id}`), typeWords[type].deleteError),
    onSuccess: (_, { id }) => {
      client.removeQueries({ queryKey: ['loans', 'detail', id] })
      void client.invalidateQueries({ queryKey: ['dashboard'] })
      return client.invalidateQueries({ queryKey: ['loans', 'list'] })
    },
  })
}
