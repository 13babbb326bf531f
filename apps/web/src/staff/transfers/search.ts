import { ORDER_PURPOSES } from '@quincena/domain/transfers/rules'
import { stpWireState, transferQuery } from '@quincena/domain/transfers/schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/** Search parameters of the list of STP orders. */
export const transferListSearch = listSearch({
  state: stpWireState,
  needs_review: z.boolean(),
  in_doubt: z.boolean(),
  held: z.boolean(),
  purpose: z.enum(ORDER_PURPOSES),
  operation_date: z.iso.date(),
  ...{ from: z.iso.date(), to: z.iso.date(), company__id: listFields.id },
  search: listFields.search,
  ordering: transferQuery.shape.ordering,
  /** Id of the order whose dialog is open. */
  order: listFields.id,
  /** The dialog that pauses or resumes the payouts is open. */
  envios: z.literal(true),
})
export type TransferListSearch = ReturnType<typeof transferListSearch>
