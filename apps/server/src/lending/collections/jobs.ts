import { defineJob, type Job, noData } from '../../jobs/registry.ts'
import { sumDueDates } from './commands/sum-due-dates.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'sum-due-dates': Record<string, never>
  }
}

const counting = { cron: '40 1 * * *', at_start: true, once_a_day: true } as const

/** The nightly count of what falls due, after the daily close, also at a start on a day without it. */
export const collectionJobs: Job[] = [
  defineJob('sum-due-dates', { data: noData, ...counting, run: sumDueDates }),
]
