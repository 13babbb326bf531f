import { formatDateTime } from '@quincena/domain/format'
import { countUnsealed } from '../../contracts/queries.ts'
import type { Try } from './try.ts'

/** A seal takes seconds; one that was tried several times in vain takes longer. */
const lateAfter_s = 600

/** Signed contracts of loans paid out that have no seal yet, and since when. */
export const tryContracts: Try = async (deps, { step }) => {
  const { count, since, oldest_s } = await step('count', () => countUnsealed(deps))
  return {
    finding: oldest_s !== null && oldest_s > lateAfter_s ? 'contracts_unsealed' : 'contracts_good',
    facts: [
      { fact: 'unsealed', value: count },
      { fact: 'unsealed_since', value: since === null ? null : formatDateTime(since) },
    ],
  }
}
