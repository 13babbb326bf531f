import { z } from 'zod'
import { defineJob, type Job, noData, type Sweep } from '../../jobs/registry.ts'
import { keepMessageMonths } from './commands/keep-message-months.ts'
import { queryTransfer } from './commands/query-transfer.ts'
import { sendTransfer } from './commands/send-transfer.ts'
import { sweepTransfers } from './commands/sweep-transfers.ts'
import { watchTimeline } from './commands/watch-timeline.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'send-transfer': { transfer_id: number }
    'ask-transfer': { transfer_id: number }
    'keep-message-months': Record<string, never>
  }
}

const data = z.object({ transfer_id: z.int() })

/** Sending and querying of STP orders, and the tables of their messages. */
export const transferJobs: (Job | Sweep)[] = [
  defineJob('send-transfer', {
    data,
    // An order that STP does not answer delays no other.
    workers: 4,
    run: (deps, { transfer_id }) => sendTransfer(deps, transfer_id),
  }),
  // If STP does not answer, the sweep queries again.
  defineJob('ask-transfer', {
    data,
    run: (deps, { transfer_id }) => queryTransfer(deps, transfer_id, 'confirm'),
  }),
  defineJob('keep-message-months', {
    data: noData,
    cron: '40 2 * * *',
    at_start: true,
    run: keepMessageMonths,
  }),
  { name: 'watch-timeline', every_ms: 5_000, run: watchTimeline },
  { name: 'sweep-transfers', every_ms: 30_000, run: sweepTransfers },
]
