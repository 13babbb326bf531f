import { z } from 'zod'
import { defineJob, type Job, type Sweep } from '../../jobs/registry.ts'
import { checkWaitingPayments } from './commands/check-waiting-payments.ts'
import { queryIncomingPayment } from './commands/query-incoming-payment.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'ask-incoming-payment': { incoming_payment_id: number }
  }
}

/** Confirmation of incoming payments by STP. */
export const incomingPaymentJobs: (Job | Sweep)[] = [
  // If STP does not answer, the sweep checks the payment by the list of its day.
  defineJob('ask-incoming-payment', {
    data: z.object({ incoming_payment_id: z.int() }),
    run: (deps, { incoming_payment_id }) => queryIncomingPayment(deps, incoming_payment_id),
  }),
  { name: 'check-incoming-payments', every_ms: 30_000, run: checkWaitingPayments },
]
