import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'
import { answerProbe } from './commands.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'answer-probe': { probe_id: number }
  }
}

/** The job that Diagnostics sends through the queue. */
export const healthJobs: Job[] = [
  defineJob('answer-probe', { data: z.object({ probe_id: z.int() }), run: answerProbe }),
]
