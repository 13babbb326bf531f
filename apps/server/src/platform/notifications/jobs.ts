import { z } from 'zod'
import { defineJob, type Job, type Sweep } from '../../jobs/registry.ts'
import { sendDeliveries } from './commands/send-deliveries.ts'
import { pushToPhone } from './commands/send-push.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'send-push': { subscription_id: number; notification_id: number }
  }
}

/** Each channel has its own sweep, so that neither waits for the other. */
const sendingSweep = (name: string, channel: 'mail' | 'message'): Sweep => ({
  name,
  every_ms: 5_000,
  async run(deps, signal) {
    await sendDeliveries(deps, channel, signal)
  },
})

/** Push messages, mails and SMS or WhatsApp messages of notifications. */
export const notificationJobs: (Job | Sweep)[] = [
  sendingSweep('send-notice-mails', 'mail'),
  sendingSweep('send-notice-messages', 'message'),
  defineJob('send-push', {
    data: z.object({ subscription_id: z.int(), notification_id: z.int() }),
    // A push service that does not answer delays no other.
    workers: 4,
    run: pushToPhone,
  }),
]
