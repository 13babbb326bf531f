import type { Finding } from '@quincena/domain/diagnostics/schema'
import { formatDateTime } from '@quincena/domain/format'
import { configuredAnchors } from '../../../crypto/anchors.ts'
import type { Env } from '../../../env.ts'
import { countConstanciaFailures } from '../../../lending/contracts/queries/constancia-failures.ts'
import type { HealthCheck } from './health-check.ts'

function findingOf({ constancia, constancia_anchors }: Env, refused: number): Finding {
  if (constancia.url === undefined) return constancia.stand_in ? 'constancia_stand_in' : 'constancia_none'
  if (refused > 0) return 'constancia_refused'
  return constancia_anchors === undefined ? 'constancia_unchecked' : 'constancia_good'
}

/** Reads the trust anchors as issuing does, and counts the sealed files that wait because of a failure. */
export const checkConstancias: HealthCheck = async ({ db, env }, { step }) => {
  const anchors = await step('open', () => configuredAnchors(env))
  const { count, since, reason } = await step('count', () => countConstanciaFailures(db))
  return {
    finding: findingOf(env, count),
    facts: [
      { fact: 'anchors', value: anchors?.length ?? 0 },
      { fact: 'refused', value: count },
      { fact: 'refused_since', value: since === null ? null : formatDateTime(since) },
    ],
    ...(reason !== null && { detail: reason }),
  }
}
