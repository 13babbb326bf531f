import { z } from 'zod'

/** What the list of requests keeps in the URL; without a state it shows those to be answered. */
export const privacySearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  state: z.enum(['answered', 'all']).optional().catch(undefined),
  solicitud: z.int().positive().optional().catch(undefined),
})
export type PrivacySearch = z.infer<typeof privacySearch>
