import { defineJob, type Job, noData, type Sweep } from '../../jobs/registry.ts'
import { checkFigures } from './commands/check-figures.ts'
import { foldChanges } from './commands/fold-changes.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'check-dashboard': Record<string, never>
  }
}

/** The dashboard's kept figures: changes are added up every 30 s, and every night all are compared with the loans. */
export const dashboardJobs: (Job | Sweep)[] = [
  { name: 'fold-dashboard', every_ms: 30_000, run: foldChanges },
  defineJob('check-dashboard', { data: noData, cron: '20 4 * * *', run: checkFigures }),
]
