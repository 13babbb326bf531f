import { forgetOldKeys } from './forget-old-keys.ts'
import { chainAudit } from './chain-audit.ts'
import { closeDay } from './close-day.ts'
import { sealContract } from './seal-contract.ts'
import { sendMail } from './send-mail.ts'
import { sendTransfer } from './send-transfer.ts'
import { sweepTransfers } from './sweep-transfers.ts'
import type { Deps } from '../lib/deps.ts'
import type { JobData, JobName } from './queue.ts'

type Handlers = { [Name in JobName]: (deps: Deps, data: JobData[Name]) => Promise<void> }

/** What runs for each job; every handler may run twice and must come out the same. */
export const jobHandlers: Handlers = {
  'send-transfer': sendTransfer,
  'seal-contract': sealContract,
  'send-mail': sendMail,
  'sweep-transfers': sweepTransfers,
  'close-day': closeDay,
  'chain-audit': chainAudit,
  'forget-old-keys': forgetOldKeys,
}

const schedules = { 'close-day': '10 0 * * *', 'forget-old-keys': '30 3 * * *' } satisfies Partial<Record<JobName, string>>

/** Starts working the queues and their schedules in this process. */
export async function startJobs(deps: Deps) {
  for (const [name, cron] of Object.entries(schedules)) await deps.queue.schedule(name as keyof typeof schedules, cron)
  const names = Object.keys(jobHandlers) as JobName[]
  for (const name of names) {
    await deps.queue.work(name, (data) => jobHandlers[name](deps, data as never))
  }
}
