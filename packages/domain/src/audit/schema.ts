import { z } from 'zod'
import { day, id, idText, instant } from '../fields.ts'
import { listQuery } from '../page.ts'

/** An audit entry: user, action, subject, and the IP address and device of the request. */
export const auditRow = z.object({
  id,
  user: id.nullable(),
  user_name: z.string().nullable(),
  /** The token of the API that called; then `user` is who answers for it. Null: a person, or the system itself. */
  api_token: z.object({ id, name: z.string() }).nullable(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string().nullable(),
  /** Name of the subject if it has one: a folio, a person, a company or a tracking key. */
  subject_name: z.string().nullable(),
  before: z.json().nullable(),
  after: z.json().nullable(),
  ip: z.string().nullable(),
  /** The browser's user agent. */
  device: z.string().nullable(),
  created_at: instant,
  /** Hash of the entry in the audit chain; null until the chain job has processed it. */
  hash: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>

const code = z.string().trim().max(80, 'Máximo 80 caracteres').optional()

/**
 * Query of the audit list. `from` and `to` are calendar days in Mexico City, both included. `search` matches the user,
 * the person concerned, a folio or an id.
 */
export const auditQuery = listQuery(['created_at']).extend({
  user: idText.optional(),
  action: code,
  subject: code,
  subject_id: idText.optional(),
  from: day.optional(),
  to: day.optional(),
})
export type AuditQuery = z.infer<typeof auditQuery>

/** The last verification of the whole audit chain; all fields are null before the first one. */
export const chainCheck = z.object({
  asked_at: instant.nullable(),
  /** Null while the verification runs. */
  finished_at: instant.nullable(),
  checked: z.int().nonnegative().nullable(),
  /** The first entry that is not as the server wrote it, or that is missing; null if the chain is intact. */
  broken_audit_id: z.int().nonnegative().nullable(),
  /** What happened to it. */
  broken_kind: z.enum(['changed', 'removed', 'added']).nullable(),
})
export type ChainCheck = z.infer<typeof chainCheck>
