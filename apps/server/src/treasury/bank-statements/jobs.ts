import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'
import { takeStatement } from './commands/take-statement.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'take-statement': { statement_id: number }
  }
}

/** Adds the lines of an uploaded statement and matches them; a second run continues with the rest. */
export const statementJobs: Job[] = [
  defineJob('take-statement', {
    data: z.object({ statement_id: z.int() }),
    run: (deps, { statement_id }) => takeStatement(deps, statement_id),
  }),
]
