import { activeStatus, loanQuery, loanStatus } from '@quincena/domain/loans/schema'
import { z } from 'zod'

/** Search parameters of the request lists. */
export const loanListSearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  page_size: z
    .union([z.literal(20), z.literal(30), z.literal(40)])
    .optional()
    .catch(undefined),
  status: loanStatus.optional().catch(undefined),
  active_status: activeStatus.optional().catch(undefined),
  search: z.string().optional().catch(undefined),
  ordering: loanQuery.shape.ordering.catch(undefined),
})
export type LoanListSearch = z.infer<typeof loanListSearch>
