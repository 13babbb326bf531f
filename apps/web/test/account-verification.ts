import type { accountVerificationDetail } from '@quincena/domain/accounts/verification-schema'
import type { z } from 'zod'

type Verification = z.input<typeof accountVerificationDetail>

/** An account that the bank holds for somebody else; `given` overrides its fields. */
export function verificationOf(given: Partial<Verification> = {}): Verification {
  const facts: Omit<Verification['history'][number], 'at'> = {
    ...{ state: 'mismatch', source: 'centavo', failure: null, transfer: 70, result: 'mismatch' },
    ...{ registered_name: 'María López', registered_rfc: 'LOMM800416AB1', holder_name: 'ROSA GARCIA RUIZ' },
    ...{ holder_rfc: null, score: 0.12, identity: 'none', accepted_by: null, accepted_reason: null },
  }
  return {
    ...{ id: 5, user: 7, worker: 'María López', company_name: 'Textiles del Norte' },
    ...{ bank_name: 'BBVA México', account_last4: '4321', is_current: true, ...facts },
    ...{ orders: 1, accepted_at: null, approval: null },
    ...{ requested_at: '2026-11-20T16:00:00Z', decided_at: '2026-11-20T16:00:05Z' },
    history: [{ ...facts, at: '2026-11-20T16:00:05Z' }],
    ...given,
  }
}
