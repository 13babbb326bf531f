import { z } from 'zod'
import { defineJob, type Job, type Sweep } from '../../jobs/registry.ts'
import { issueConstancia } from './commands/issue-constancia.ts'
import { sealContract } from './commands/seal-contract.ts'
import { sweepContracts } from './commands/sweep-contracts.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'seal-contract': { loan_id: number }
    'issue-constancia': { loan_id: number }
  }
}

const data = z.object({ loan_id: z.int() })

/** Sealing of signed contracts, and their constancias. */
export const contractJobs: (Job | Sweep)[] = [
  defineJob('seal-contract', { data, run: sealContract }),
  defineJob('issue-constancia', { data, run: issueConstancia }),
  { name: 'sweep-contracts', every_ms: 600_000, run: sweepContracts },
]
