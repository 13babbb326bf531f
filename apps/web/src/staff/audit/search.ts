import { z } from 'zod'

const text = z.string().optional().catch(undefined)
const number = z.int().positive().optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** Search parameters of the audit trail. */
export const auditSearch = z.object({
  page: number,
  page_size: z
    .union([z.literal(20), z.literal(30), z.literal(40)])
    .optional()
    .catch(undefined),
  user: number,
  action: text,
  subject: text,
  subject_id: number,
  from: day,
  to: day,
  search: text,
  ordering: z.enum(['created_at', '-created_at']).optional().catch(undefined),
  /** Id of the audit entry whose dialog is open. */
  acto: number,
})
export type AuditSearch = z.infer<typeof auditSearch>
