import { defineJob, type Job, noData } from '../../jobs/registry.ts'
import { sumDueDates } from './commands/sum-due-dates.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'sum-due-dates': Record<string, never>
  }
}

/** The nightly count of what falls due, after the daily close, also at every start. */
export const collectionJobs: Job[] = [
  defineJob('sum-due-dates', { data: noData, cron: '40 1 * * *', at_start: true, run: sumDueDates }),
]
