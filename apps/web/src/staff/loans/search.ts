import { activeStatus, loanQuery, loanStatus } from '@quincena/domain/loans/schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

const { page_size, search } = listFields
const { ordering } = loanQuery.shape

/** Search parameters of the request lists. */
export const loanListSearch = listSearch({
  page_size,
  search,
  ordering,
  status: loanStatus,
  active_status: activeStatus,
  payout_returned: z.boolean(),
  documents_unreviewed: z.boolean(),
  in_clarification: z.boolean(),
})
export type LoanListSearch = ReturnType<typeof loanListSearch>
