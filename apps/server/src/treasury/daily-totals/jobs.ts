import { defineJob, type Job, noData } from '../../jobs/registry.ts'
import { addEntries } from './commands/add-entries.ts'
import { checkTotals } from './commands/check-totals.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'add-daily-totals': Record<string, never>
    'check-daily-totals': Record<string, never>
  }
}

/** The kept totals of the ledger's days: new entries are added every 10 minutes and compared with the ledger at night. */
export const dailyTotalJobs: Job[] = [
  defineJob('add-daily-totals', { data: noData, cron: '*/10 * * * *', at_start: true, run: addEntries }),
  defineJob('check-daily-totals', { data: noData, cron: '10 4 * * *', run: checkTotals }),
]
