import type { RefundState } from '@quincena/domain/worker-balances/rules'
import { refundStateNames } from '@quincena/domain/worker-balances/words'
import { StatusBadge, type Tone } from '../../components/status-badge.tsx'

const tones: Record<RefundState, Tone> = {
  requested: 'pending',
  sending: 'active',
  in_review: 'pending',
  paid: 'done',
  back: 'rejected',
  refused: 'rejected',
  withdrawn: 'neutral',
  stale: 'neutral',
}

/** The state of a refund. */
export function RefundBadge({ state }: { state: RefundState }) {
  return <StatusBadge tone={tones[state]} label={refundStateNames[state]} />
}
