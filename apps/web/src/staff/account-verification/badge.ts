import type { AccountVerification } from '@quincena/domain/accounts/verification-schema'
import { verificationName } from '@quincena/domain/accounts/verification-words'
import type { Tone } from '../../components/status-badge.tsx'

const tones = { pending: 'active', verified: 'accepted', mismatch: 'rejected', failed: 'pending' } as const

/** Label and tone of a verification's state. */
export function badgeOf(verification: Pick<AccountVerification, 'state' | 'result' | 'accepted_at'>): {
  label: string
  tone: Tone
} {
  const tone = verification.accepted_at === null ? tones[verification.state] : 'done'
  return { label: verificationName(verification), tone }
}
