import { z } from 'zod'

/** Search parameters of the list. Without a state it shows the open requests. */
export const privacySearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  state: z.enum(['answered', 'all']).optional().catch(undefined),
  solicitud: z.int().positive().optional().catch(undefined),
})
export type PrivacySearch = z.infer<typeof privacySearch>
