import { assistanceOffers } from '@quincena/domain/assistances/schema'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { storedInTab, storeInTab } from '../../lib/storage.ts'

type Offers = z.infer<typeof assistanceOffers>

/** What this tab has kept; nothing where it kept none, or in a shape of another version. */
function kept(): Offers | undefined {
  try {
    return assistanceOffers.safeParse(JSON.parse(storedInTab('assistances') ?? 'null')).data
  } catch {
    return undefined
  }
}

/**
 * The assistances on offer, by category; they hardly ever change while somebody looks on. Kept in the session storage
 * (spec: employee app §3) until the session ends or somebody asks for fresh ones.
 */
export const assistancesQuery = queryOptions({
  queryKey: ['assistances'],
  queryFn: async ({ signal }) => {
    const offers = await api.get(assistanceOffers, '/loan/pf360/offers/', { signal })
    storeInTab('assistances', JSON.stringify(offers))
    return offers
  },
  initialData: kept,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
