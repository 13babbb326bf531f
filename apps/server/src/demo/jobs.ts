import { z } from 'zod'
import { defineJob, type Job } from '../jobs/registry.ts'
import { sealContract } from '../lending/contracts/commands/seal-contract.ts'

declare module '../jobs/queue.ts' {
  interface JobData {
    'finish-demo-contract': { loan_id: number }
  }
}

/** The files of the demo's contracts, which are made after the start, beside the queue of real signatures. */
export const demoJobs: Job[] = [
  defineJob('finish-demo-contract', { data: z.object({ loan_id: z.int() }), run: sealContract }),
]
