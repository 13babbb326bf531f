import { z } from 'zod'
import { day, id, idText, instant } from '../fields.ts'
import { listQuery } from '../page.ts'

/** Who did what, on what, from where. */
export const auditRow = z.object({
  id,
  user: id.nullable(),
  user_name: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string().nullable(),
  before: z.json().nullable(),
  after: z.json().nullable(),
  ip: z.string().nullable(),
  device: z.string().nullable(),
  created_at: instant,
  /** The chain's hash, once its job has been by. */
  hash: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>

export const auditQuery = listQuery(['created_at']).extend({
  user: idText.optional(),
  action: z.string().trim().max(80).optional(),
  from: day.optional(),
  to: day.optional(),
})
