import { isoOf } from '../../command/clock.ts'
import type { Deps } from '../../deps.ts'
import { defineJob, type Job, noData } from '../../jobs/registry.ts'
import { writeSetting } from '../../platform/settings/commands/write-setting.ts'
import { proveLedger } from './queries.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'prove-ledger': Record<string, never>
  }
}

/** Proves the ledger against the records and keeps the result for the metrics; differences are logged as an error. */
async function keepProof({ db, clock, log }: Deps) {
  const checks = await proveLedger(db)
  const differences = checks.reduce((sum, { wrong }) => sum + wrong, 0)
  if (differences > 0)
    log.error({ differences }, 'the ledger differs from the records; run npm run ledger:verify')
  const now = isoOf(clock())
  await writeSetting(db, 'ledger_proof', { value: { proved_at: now, differences }, updated_at: now })
}

/** The nightly proof of the ledger. */
export const ledgerJobs: Job[] = [
  defineJob('prove-ledger', { data: noData, cron: '50 4 * * *', once_a_day: true, run: keepProof }),
]
