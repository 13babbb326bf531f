import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

const { id, page_size, search } = listFields

/** Search parameters of the audit trail. */
export const auditSearch = listSearch({
  ...{ page_size, search, user: id, action: z.string(), subject: z.string(), subject_id: id },
  from: z.iso.date(),
  to: z.iso.date(),
  ordering: z.enum(['created_at', '-created_at']),
  /** Id of the audit entry whose dialog is open. */
  acto: id,
})
export type AuditSearch = ReturnType<typeof auditSearch>
