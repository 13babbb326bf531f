import { z } from 'zod'
import { defineJob, type Job, type Sweep } from '../../jobs/registry.ts'
import { issueLetterConstancia } from './commands/issue-letter-constancia.ts'
import { issueNoDebtLetter } from './commands/issue-no-debt-letter.ts'
import { sealLetter } from './commands/seal-letter.ts'
import { sweepLetters } from './commands/sweep-letters.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'issue-no-debt-letter': { loan_id: number }
    'seal-letter': { letter_id: number }
    'issue-letter-constancia': { letter_id: number }
  }
}

const ofLetter = z.object({ letter_id: z.int() })

/** The letters of loans that were paid off, their files, and their constancias. */
export const letterJobs: (Job | Sweep)[] = [
  defineJob('issue-no-debt-letter', { data: z.object({ loan_id: z.int() }), run: issueNoDebtLetter }),
  defineJob('seal-letter', { data: ofLetter, run: (deps, data) => sealLetter(deps, data) }),
  defineJob('issue-letter-constancia', { data: ofLetter, run: issueLetterConstancia }),
  { name: 'sweep-letters', every_ms: 600_000, run: sweepLetters },
]
