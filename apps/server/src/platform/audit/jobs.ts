import { z } from 'zod'
import { defineJob, type Job, type Sweep } from '../../jobs/registry.ts'
import { chainAudit } from './commands/chain-audit.ts'
import { keepChainCheck } from './commands/check-audit.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    /** `whole`: reads the whole trail, as on request; without it, the check goes on where the last one ended. */
    'check-audit': { whole?: boolean | undefined }
  }
}

/**
 * The hash chain of the audit trail: it is extended every 5 seconds, and verified every night, once a week and on request
 * as a whole.
 */
export const auditJobs: (Job | Sweep)[] = [
  defineJob('check-audit', {
    data: z.object({ whole: z.boolean().optional() }),
    cron: '50 3 * * *',
    run: keepChainCheck,
  }),
  { name: 'chain-audit', every_ms: 5000, run: chainAudit },
]
