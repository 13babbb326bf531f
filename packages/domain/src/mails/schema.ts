import { z } from 'zod'
import { instant } from '../fields.ts'
import { listQuery } from '../page.ts'

/** A mail that a demo kept instead of sending it. All of it is plain text. */
export const demoMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sent_at: instant,
})
export type DemoMail = z.infer<typeof demoMail>

/** Query of `GET /demo/mails`. */
export const demoMailQuery = listQuery(['sent_at'], 20).omit({ search: true, ordering: true })
