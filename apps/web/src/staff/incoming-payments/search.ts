import { z } from 'zod'

/**
 * Search parameters of the list. Without a status it shows the incoming payments that are ready to register;
 * `unconfirmed` are those that STP has not confirmed.
 */
export const incomingListSearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  status: z.enum(['unconfirmed', 'confirmed', 'dismissed', 'all']).optional().catch(undefined),
  search: z.string().optional().catch(undefined),
  /** Id of the incoming payment whose dialog is open. */
  abono: z.int().positive().optional().catch(undefined),
})
export type IncomingListSearch = z.infer<typeof incomingListSearch>
