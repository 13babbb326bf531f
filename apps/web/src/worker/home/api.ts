import { assistanceOffers } from '@quincena/domain/assistances/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The assistances on offer, by category; they hardly ever change while somebody looks on. */
export const assistancesQuery = queryOptions({
  queryKey: ['assistances'],
  queryFn: ({ signal }) => api.get(assistanceOffers, '/loan/pf360/offers/', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
