import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/**
 * Search parameters of the list. Without a status it shows the incoming payments that are ready to register;
 * `unconfirmed` are those that STP has not confirmed.
 */
export const incomingListSearch = listSearch({
  status: z.enum(['unconfirmed', 'confirmed', 'dismissed', 'all']),
  search: listFields.search,
  /** Only those that the reconciliation found, and those of a day. */
  found: z.boolean(),
  operation_date: z.iso.date(),
  /** False: only those that need no search for their loan. */
  unidentified: z.boolean(),
  /** Id of the incoming payment whose dialog is open. */
  abono: listFields.id,
})
export type IncomingListSearch = ReturnType<typeof incomingListSearch>
