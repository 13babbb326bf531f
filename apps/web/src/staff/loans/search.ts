import { activeStatus, loanQuery, loanSituation, loanStatus } from '@quincena/domain/loans/schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

const { id, page_size, search } = listFields
const { ordering } = loanQuery.shape

/** Search parameters of the request lists. */
export const loanListSearch = listSearch({
  page_size,
  search,
  ordering,
  status: loanStatus,
  situation: loanSituation,
  company: id,
  from: z.iso.date(),
  to: z.iso.date(),
  active_status: activeStatus,
  payout_returned: z.boolean(),
  documents_unreviewed: z.boolean(),
  in_clarification: z.boolean(),
  /** The form of a new request is open. */
  nueva: z.literal(true),
  /** Id of the worker with whom that form begins. */
  persona: id,
})
export type LoanListSearch = ReturnType<typeof loanListSearch>
