import { formatDateTime } from '@quincena/domain/format'
import { countUnsealed } from '../../../lending/contracts/queries/contracts.ts'
import { countUnsealedLetters } from '../../../lending/letters/queries/letters.ts'
import type { HealthCheck } from './health-check.ts'

/** Sealing takes seconds; after 10 minutes several attempts have failed. */
const lateAfter_s = 600

const isLate = ({ oldest_s }: { oldest_s: number | null }) => oldest_s !== null && oldest_s > lateAfter_s
const dayOf = ({ since }: { since: string | null }) => (since === null ? null : formatDateTime(since))

/**
 * Counts paid-out contracts and letters without a seal; reports a failure if the oldest waits for more than 10 minutes.
 */
export const checkContracts: HealthCheck = async (deps, { step }) => {
  const now = deps.clock()
  const [contracts, letters] = await step('count', () =>
    Promise.all([countUnsealed(deps.db, now), countUnsealedLetters(deps.db, now)]),
  )
  const late = isLate(letters) ? 'contracts_letters_unsealed' : 'contracts_good'
  return {
    finding: isLate(contracts) ? 'contracts_unsealed' : late,
    facts: [
      { fact: 'unsealed', value: contracts.count },
      { fact: 'unsealed_since', value: dayOf(contracts) },
      { fact: 'letters_unsealed', value: letters.count },
      { fact: 'letters_unsealed_since', value: dayOf(letters) },
    ],
  }
}
