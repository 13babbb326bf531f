import { defineJob, type Job, noData } from '../../jobs/registry.ts'
import { stampAudit } from './commands/stamp-audit.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'stamp-audit': Record<string, never>
  }
}

/** The daily time stamp of the audit trail. */
export const auditStampJobs: Job[] = [
  defineJob('stamp-audit', { data: noData, cron: '40 3 * * *', run: stampAudit }),
]
