import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'
import { pushToPhone } from './commands/send-push.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'send-push': { subscription_id: number; notification_id: number }
  }
}

/** Push messages. */
export const notificationJobs: Job[] = [
  defineJob('send-push', {
    data: z.object({ subscription_id: z.int(), notification_id: z.int() }),
    // A push service that does not answer delays no other.
    workers: 4,
    run: pushToPhone,
  }),
]
