import { defineJob, type Job, noData } from '../../jobs/registry.ts'
import { watchAccess } from './commands/watch-access.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'watch-access': Record<string, never>
  }
}

/** Alerts of what the audit trail shows about access. */
export const accessJobs: Job[] = [
  defineJob('watch-access', { data: noData, cron: '*/5 * * * *', run: watchAccess }),
]
