import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { money } from '../money.ts'
import { note } from '../notes/schema.ts'
import { listQuery, pageOf } from '../page.ts'

/**
 * What happened to a record, from the audit trail, without the values that were written: staff who may not read the
 * trail read this. Texts that people typed are masked like those of the trail.
 */
export const activityEntry = z.object({
  id,
  action: z.string(),
  created_at: instant,
  /** Null: the system. */
  by: z.object({ id, name: z.string() }).nullable(),
  /** The part of the record that it is about: a document, an order or an authorization; null for the record itself. */
  about: z.string().nullable(),
  /** The names of the changed fields, as the database has them. */
  fields: z.array(z.string()),
  amount: money.nullable(),
  reason: z.string().nullable(),
  note: note.nullable(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const activityPage = pageOf(activityEntry)

/** Query of a record's activity, which is always newest first. */
export const activityQuery = listQuery(['created_at'], 20).pick({ page: true, page_size: true })
export type ActivityQuery = z.output<typeof activityQuery>
