import { proofQuery } from '@quincena/domain/bank-statements/schema'
import { PROOF_STATES } from '@quincena/domain/payments/proof'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/** Search parameters of the payments that are to be proved. */
export const proofsSearch = listSearch({
  state: z.enum(PROOF_STATES),
  late: z.boolean(),
  search: listFields.search,
  page_size: listFields.page_size,
  /** Id of the payment whose dialog is open. */
  pago: listFields.id,
  ordering: proofQuery.shape.ordering,
})
export type ProofsSearch = ReturnType<typeof proofsSearch>
