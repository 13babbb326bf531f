import { z } from 'zod'

/** The filter of the worker's requests. */
export const requestsSearch = z.object({
  filter: z.enum(['creditos', 'anticipos']).optional().catch(undefined),
})
