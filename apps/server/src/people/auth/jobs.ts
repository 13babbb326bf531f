import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'
import { mailLink } from './commands/mail-link.ts'
import type { LinkKind } from './commands/password-links.ts'
import { alertOfFailures } from './notices/many-failures.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'mail-link': { email: string; kind: LinkKind }
    'alert-failures': { email: string }
  }
}

/** Mails with password links, and alerts of failed sign-ins. */
export const authJobs: Job[] = [
  defineJob('mail-link', {
    data: z.object({ email: z.string(), kind: z.enum(['invitation', 'reset']) }),
    run: mailLink,
  }),
  defineJob('alert-failures', { data: z.object({ email: z.string() }), run: alertOfFailures }),
]
