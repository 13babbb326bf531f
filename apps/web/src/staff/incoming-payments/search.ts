import { z } from 'zod'

/**
 * What the list of incoming payments keeps in the URL; without a status it shows those to be registered. `unconfirmed`
 * are those that STP has not confirmed.
 */
export const incomingListSearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  status: z.enum(['unconfirmed', 'confirmed', 'dismissed', 'all']).optional().catch(undefined),
  search: z.string().optional().catch(undefined),
  /** The one whose dialog is open. */
  abono: z.int().positive().optional().catch(undefined),
})
export type IncomingListSearch = z.infer<typeof incomingListSearch>
