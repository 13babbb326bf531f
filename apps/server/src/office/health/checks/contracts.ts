import { formatDateTime } from '@quincena/domain/format'
import { countUnsealed } from '../../../lending/contracts/queries/contracts.ts'
import type { HealthCheck } from './health-check.ts'

/** Sealing takes seconds; after 10 minutes several attempts have failed. */
const lateAfter_s = 600

/** Counts paid-out contracts without a seal; reports a failure if the oldest waits for more than 10 minutes. */
export const checkContracts: HealthCheck = async (deps, { step }) => {
  const { count, since, oldest_s } = await step('count', () => countUnsealed(deps.db, deps.clock()))
  return {
    finding: oldest_s !== null && oldest_s > lateAfter_s ? 'contracts_unsealed' : 'contracts_good',
    facts: [
      { fact: 'unsealed', value: count },
      { fact: 'unsealed_since', value: since === null ? null : formatDateTime(since) },
    ],
  }
}
