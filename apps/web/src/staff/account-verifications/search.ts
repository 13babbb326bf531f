import { VERIFICATION_FILTERS } from '@quincena/domain/accounts/verification-schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

/** Search parameters of the list of verified accounts. Without a status it shows all. */
export const verificationListSearch = listSearch({
  status: z.enum(VERIFICATION_FILTERS),
  search: listFields.search,
  /** Id of the verification whose dialog is open. */
  cuenta: listFields.id,
})
export type VerificationListSearch = ReturnType<typeof verificationListSearch>
