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
  /** What people call the thing, where it has a name: a folio, a person, a company, a tracking key. */
  subject_name: z.string().nullable(),
  before: z.json().nullable(),
  after: z.json().nullable(),
  ip: z.string().nullable(),
  /** The browser's own words. */
  device: z.string().nullable(),
  created_at: instant,
  /** The chain's hash, once its job has been by. */
  hash: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>

const code = z.string().trim().max(80, 'Máximo 80 caracteres').optional()

/** `from` and `to` are business days, both included; `search`: who did it, on whom, a folio or a number. */
export const auditQuery = listQuery(['created_at']).extend({
  user: idText.optional(),
  action: code,
  subject: code,
  subject_id: idText.optional(),
  from: day.optional(),
  to: day.optional(),
})
export type AuditQuery = z.infer<typeof auditQuery>

/** The last time that every link of the chain was held against its row; all null before the first time. */
export const chainCheck = z.object({
  asked_at: instant.nullable(),
  /** null while it is under way. */
  finished_at: instant.nullable(),
  checked: z.int().nonnegative().nullable(),
  /** The first row that does not fit; null where the chain holds. */
  broken_audit_id: id.nullable(),
})
export type ChainCheck = z.infer<typeof chainCheck>
