import { figure } from '@quincena/domain/mails/schema'
import { z } from 'zod'
import type { Mail } from '../../integrations/mail/mail.ts'
import { defineJob, type Job } from '../../jobs/registry.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'send-mail': Mail
  }
}

const mail = z.object({
  to: z.string(),
  key: z.string().optional(),
  subject: z.string(),
  preheader: z.string(),
  greeting: z.string().optional(),
  paragraphs: z.array(z.string()),
  figures: z.array(figure).optional(),
  button: z.object({ label: z.string(), url: z.string() }).optional(),
  closing: z.array(z.string()).optional(),
})

/** A mail that the version before queued: its text has the greeting and is separated by blank lines. */
const plainMail = z.object({ to: z.string(), subject: z.string(), text: z.string() }).transform(
  ({ to, subject, text }): Mail => ({
    to,
    subject,
    preheader: subject,
    paragraphs: text.trim().split(/\n{2,}/),
  }),
)

/** Mails; if the mailer throws, the queue tries again. */
export const mailJobs: Job[] = [
  defineJob('send-mail', {
    data: z.union([mail, plainMail]),
    run: (deps, data) => deps.mailer.send(data),
  }),
]
