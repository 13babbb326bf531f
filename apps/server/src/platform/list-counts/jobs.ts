import { defineJob, type Job, noData, type Sweep } from '../../jobs/registry.ts'
import { checkCounts } from './commands/check-counts.ts'
import { foldCounts } from './commands/fold-counts.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'check-list-counts': Record<string, never>
  }
}

/** The numbers of the lists: changes are moved every 5 seconds, and the numbers are held against the rows at night. */
export const listCountJobs: (Job | Sweep)[] = [
  defineJob('check-list-counts', { data: noData, cron: '20 4 * * *', run: checkCounts }),
  { name: 'fold-list-counts', every_ms: 5000, run: foldCounts },
]
