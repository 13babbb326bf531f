import { defineJob, type Job, noData, type Sweep } from '../../jobs/registry.ts'
import { chainAudit } from './commands/chain-audit.ts'
import { keepChainCheck } from './commands/check-audit.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'check-audit': Record<string, never>
  }
}

/** The hash chain of the audit trail: it is extended every 5 seconds, and verified every night and on request. */
export const auditJobs: (Job | Sweep)[] = [
  defineJob('check-audit', { data: noData, cron: '50 3 * * *', run: keepChainCheck }),
  { name: 'chain-audit', every_ms: 5000, run: chainAudit },
]
