import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/** Search parameters of the list. Without a tab it shows what waits for the user. */
export const approvalListSearch = listSearch({
  tab: z.enum(['mine', 'decided']),
  /** Id of the approval whose dialog is open. */
  autorizacion: listFields.id,
})
export type ApprovalListSearch = ReturnType<typeof approvalListSearch>
