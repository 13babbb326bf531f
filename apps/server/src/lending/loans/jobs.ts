import { defineJob, type Job, noData } from '../../jobs/registry.ts'
import { closeBusinessDay } from './commands/close-day.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'close-day': Record<string, never>
  }
}

const closing = { cron: '10 0 * * *', at_start: true, once_a_day: true } as const

/** The daily close, also at a start for days missed while the server was off. */
export const loanJobs: Job[] = [defineJob('close-day', { data: noData, ...closing, run: closeBusinessDay })]
