import { incomingPaymentQuery } from '@quincena/domain/incoming-payments/schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/** Search parameters of the received money that nobody has identified. */
export const unidentifiedSearch = listSearch({
  search: listFields.search,
  /** Without it, the money of every owner and of none. */
  owner: incomingPaymentQuery.shape.owner.unwrap(),
  /** Money that STP took back and that is still used, instead of money that is left. */
  claimed: z.literal(true),
  ordering: incomingPaymentQuery.shape.ordering,
  /** Id of the incoming payment whose dialog is open. */
  abono: listFields.id,
})
export type UnidentifiedSearch = ReturnType<typeof unidentifiedSearch>
