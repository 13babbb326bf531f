import { proveLedger } from '../../../lending/ledger/queries.ts'
import type { HealthCheck } from './health-check.ts'

/** Runs every check of the ledger against the records, in one snapshot. */
export const checkLedger: HealthCheck = async ({ db }, { step }) => {
  const checks = await step('check', () => proveLedger(db))
  const sum = (of: (check: (typeof checks)[number]) => number) =>
    checks.reduce((total, check) => total + of(check), 0)
  const differences = sum(({ wrong }) => wrong)
  return {
    finding: differences === 0 ? 'ledger_balanced' : 'ledger_differs',
    facts: [
      { fact: 'checks', value: checks.length },
      { fact: 'rows', value: sum(({ looked_at }) => looked_at) },
      { fact: 'differences', value: differences },
    ],
  }
}
