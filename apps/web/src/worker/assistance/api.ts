import { assistanceOffers } from '@quincena/domain/assistances/schema'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { storedInTab, storeInTab } from '../../lib/storage.ts'

type Offers = z.infer<typeof assistanceOffers>

/** Offers in this tab's session storage; undefined if there are none or another version of the app stored them. */
function readStoredOffers(): Offers | undefined {
  try {
    return assistanceOffers.safeParse(JSON.parse(storedInTab('assistances') ?? 'null')).data
  } catch {
    return undefined
  }
}

/**
 * Assistances by category. They rarely change, so they never become stale; the session storage keeps them (spec:
 * employee app §3) until the session ends or a refetch replaces them.
 */
export const assistancesQuery = queryOptions({
  queryKey: keys.assistances.all,
  queryFn: async ({ signal }) => {
    const offers = await api.get(assistanceOffers, '/loan/pf360/offers/', { signal })
    storeInTab('assistances', JSON.stringify(offers))
    return offers
  },
  initialData: readStoredOffers,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
