import { z } from 'zod'

/** What Help keeps in the URL: what is searched for, and the question that is open. */
export const helpSearch = z.object({
  search: z.string().optional().catch(undefined),
  pregunta: z.string().optional().catch(undefined),
})
