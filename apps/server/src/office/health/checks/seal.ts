import type { Finding } from '@quincena/domain/diagnostics/schema'
import { formatDateTime } from '@quincena/domain/format'
import { sealerProblem } from '../../../crypto/certificate.ts'
import type { KeyStore } from '../../../crypto/p12.ts'
import { loadSealer } from '../../../lending/contracts/seal/sealer.ts'
import type { HealthCheck } from './health-check.ts'

/** Hours of warning before expiry: a certificate authority takes days to issue the next one. */
const noticeHours = 30 * 24

function findingOf(sealer: KeyStore, now: Temporal.Instant, isOwn: boolean): Finding {
  if (sealerProblem(sealer, now) !== null) return 'seal_not_valid'
  if (sealerProblem(sealer, now.add({ hours: noticeHours })) !== null) return 'seal_expires'
  return isOwn ? 'seal_own' : 'seal_good'
}

/** Opens the lender's certificate as sealing does, and compares its validity with the clock. */
export const checkSeal: HealthCheck = async (deps, { step }) => {
  const sealer = await step('open', () => loadSealer(deps))
  return {
    finding: findingOf(sealer, deps.clock(), deps.env.contract_p12 === undefined),
    facts: [
      { fact: 'valid_from', value: formatDateTime(sealer.valid_from.toString()) },
      { fact: 'valid_until', value: formatDateTime(sealer.valid_until.toString()) },
    ],
  }
}
