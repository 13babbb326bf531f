import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'
import { mailEmailCode } from './commands/confirm-email.ts'
import { mailLink } from './commands/mail-link.ts'
import type { LinkKind } from './commands/password-links.ts'
import { alertOfFailures } from './notices/many-failures.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'mail-link': { email: string; kind: LinkKind }
    'mail-email-code': { user_id: number }
    'alert-failures': { email: string }
  }
}

/** Mails with password links and codes, and alerts of failed sign-ins. */
export const authJobs: Job[] = [
  defineJob('mail-link', {
    data: z.object({ email: z.string(), kind: z.enum(['invitation', 'reset']) }),
    run: mailLink,
  }),
  defineJob('mail-email-code', { data: z.object({ user_id: z.int() }), run: mailEmailCode }),
  defineJob('alert-failures', { data: z.object({ email: z.string() }), run: alertOfFailures }),
]
