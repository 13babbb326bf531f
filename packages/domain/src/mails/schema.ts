import { z } from 'zod'
import { instant } from '../fields.ts'
import { listQuery } from '../page.ts'

/** A fact of a mail that is shown as a row, such as an amount or a day. */
export const figure = z.object({ label: z.string(), value: z.string() })
export type Figure = z.infer<typeof figure>

/** A mail, SMS or WhatsApp message that a demo kept instead of sending it. `text` is plain text. */
export const demoMail = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'message']),
  to: z.string(),
  /** Empty for a message. */
  subject: z.string(),
  text: z.string(),
  /** `GET /demo/mails/{id}/html` answers the mail as HTML. */
  has_html: z.boolean(),
  sent_at: instant,
})
export type DemoMail = z.infer<typeof demoMail>

/** Query of `GET /demo/mails`. */
export const demoMailQuery = listQuery(['sent_at'], 20).omit({ search: true, ordering: true })

/** A kind of mail that an admin can preview with sample data. */
const mailSample = z.object({
  kind: z.string(),
  /** What it is about, in Spanish; the screen groups by it. */
  group: z.string(),
  /** When it is sent, in Spanish. */
  occasion: z.string(),
  subject: z.string(),
  preheader: z.string(),
  text: z.string(),
  /** The SMS or WhatsApp message of the same occasion; null if it has none. */
  message: z.string().nullable(),
})
export type MailSample = z.infer<typeof mailSample>

/** Answer of `GET /mails`. */
export const mailSamples = z.array(mailSample)

/** Answer of `POST /mails/{kind}/send`: the address that the sample was sent to. */
export const sentSample = z.object({ to: z.string() })
