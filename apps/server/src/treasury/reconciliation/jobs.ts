import { z } from 'zod'
import { defineJob, type Job, noData } from '../../jobs/registry.ts'
import { reconcileDay, reconcileDueDays } from './commands/reconcile-day.ts'
import { refreshBalance, scheduleBalance } from './commands/refresh-balance.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'reconcile-day': { operation_date: string }
    'reconcile-days': Record<string, never>
    'ask-balance': Record<string, never>
    'recheck-balance': Record<string, never>
  }
}

/** Comparison of operation days with STP, and the balance of the paying account. */
export const reconciliationJobs: Job[] = [
  // A day that a user requested. A failure is stored on the day's row, and the hourly job tries again.
  defineJob('reconcile-day', {
    data: z.object({ operation_date: z.iso.date() }),
    run: (deps, { operation_date }) => reconcileDay(deps, operation_date),
  }),
  // What is due depends on the stored days, so a late run catches up.
  defineJob('reconcile-days', { data: noData, cron: '20 * * * *', run: reconcileDueDays }),
  defineJob('ask-balance', { data: noData, run: (deps) => refreshBalance(deps) }),
  // The second check of a difference; it does nothing if another one was made meanwhile.
  defineJob('recheck-balance', { data: noData, run: scheduleBalance }),
]
