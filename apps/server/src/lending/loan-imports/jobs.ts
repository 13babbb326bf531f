import { z } from 'zod'
import { defineJob, type Job } from '../../jobs/registry.ts'
import { runLoanImport } from './commands/run-import.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'import-loans': { loan_import_id: number }
  }
}

/** The import of loans that a second person approved; a second run does nothing. */
export const loanImportJobs: Job[] = [
  defineJob('import-loans', {
    data: z.object({ loan_import_id: z.int() }),
    run: (deps, { loan_import_id }) => runLoanImport(deps, loan_import_id),
  }),
]
