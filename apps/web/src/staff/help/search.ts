import { z } from 'zod'

/** Search parameters of Help: the searched text and the open question. */
export const helpSearch = z.object({
  search: z.string().optional().catch(undefined),
  pregunta: z.string().optional().catch(undefined),
})
