import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'send-mail': { to: string; subject: string; text: string }
  }
}

/** Mails; if the mailer throws, the queue tries again. */
export const mailJobs: Job[] = [
  defineJob('send-mail', {
    data: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
    run: (deps, mail) => deps.mailer.send(mail),
  }),
]
