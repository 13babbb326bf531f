import type { ApprovalState, Deciders } from '@quincena/domain/approvals/rules'
import type { Approval } from '@quincena/domain/approvals/schema'
import { stateNames } from '@quincena/domain/approvals/words'
import type { Tone } from '../../components/status-badge.tsx'

const tones: Record<ApprovalState, Tone> = {
  open: 'pending',
  approved: 'accepted',
  refused: 'rejected',
  withdrawn: 'neutral',
  stale: 'neutral',
}

/** Label and tone of a state. */
export const badgeOf = ({ state }: Pick<Approval, 'state'>) => ({
  label: stateNames[state],
  tone: tones[state],
})

/** Says why nobody can decide an approval now, and what to do. */
export const withoutDeciders: Record<Deciders, string> = {
  staff:
    'No hay otra persona activa del personal que pueda autorizarla: queda en espera hasta que un administrador registre o reactive a alguien.',
  admin:
    'No hay otro administrador activo que pueda autorizarla: queda en espera hasta que haya otro administrador.',
}
