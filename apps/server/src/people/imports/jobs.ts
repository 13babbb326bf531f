import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'
import { runImport } from './commands/run-import.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'take-import': { import_id: number }
  }
}

/** The import of an upload's rows; a second run continues with the remaining rows. */
export const importJobs: Job[] = [
  defineJob('take-import', {
    data: z.object({ import_id: z.int() }),
    run: (deps, { import_id }) => runImport(deps, import_id),
  }),
]
