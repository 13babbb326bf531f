import { z } from 'zod'
import { defineJob, type Job } from '../jobs/registry.ts'
import { finishContract } from './finish-contract.ts'

declare module '../jobs/queue.ts' {
  interface JobData {
    'finish-demo-contract': { loan_id: number }
  }
}

/** The files of the demo's contracts, which are made after the start. */
export const demoJobs: Job[] = [
  defineJob('finish-demo-contract', { data: z.object({ loan_id: z.int() }), run: finishContract }),
]
