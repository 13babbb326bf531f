import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'
import { mailLink } from './commands/mail-link.ts'
import type { LinkKind } from './commands/password-links.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'mail-link': { email: string; kind: LinkKind }
  }
}

/** Mails with password links. */
export const authJobs: Job[] = [
  defineJob('mail-link', {
    data: z.object({ email: z.string(), kind: z.enum(['invitation', 'reset']) }),
    run: mailLink,
  }),
]
