import { z } from 'zod'

/** What the list of STP orders keeps in the URL. */
export const transferListSearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  state: z.enum(['LQ', 'CN', 'D']).optional().catch(undefined),
  operation_date: z.iso.date().optional().catch(undefined),
  search: z.string().optional().catch(undefined),
  order: z.int().positive().optional().catch(undefined),
})
