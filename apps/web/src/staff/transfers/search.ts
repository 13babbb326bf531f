import { stpWireState, transferQuery } from '@quincena/domain/transfers/schema'
import { z } from 'zod'

/** Search parameters of the list of STP orders. */
export const transferListSearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  state: stpWireState.optional().catch(undefined),
  needs_review: z.boolean().optional().catch(undefined),
  operation_date: z.iso.date().optional().catch(undefined),
  search: z.string().optional().catch(undefined),
  ordering: transferQuery.shape.ordering.catch(undefined),
  /** Id of the order whose dialog is open. */
  order: z.int().positive().optional().catch(undefined),
})
export type TransferListSearch = z.infer<typeof transferListSearch>
