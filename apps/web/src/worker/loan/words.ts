import { ownDecisionLabel } from '@quincena/domain/loans/own-decision'
import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Tone } from '../../components/status-badge.tsx'

/** Spanish names, URL filter and request screen of each loan type. */
export const loanWords = {
  credit: { name: 'crédito', title: 'Crédito', filter: 'creditos', newPath: '/app/new-credit' },
  advance: { name: 'anticipo', title: 'Anticipo', filter: 'anticipos', newPath: '/app/new-advance' },
} as const satisfies Record<LoanType, Record<string, string>>

/** Detail screen of each loan type. */
export const detailPath = {
  credit: '/app/credit-detail/$id',
  advance: '/app/anticipation-detail/$id',
} as const satisfies Record<LoanType, string>

type Status = { label: string; tone: Tone }

const statuses: Record<Exclude<LoanState, 'declined'>, Status> = {
  requested: { label: 'En análisis', tone: 'pending' },
  approved: { label: 'Aprobada', tone: 'accepted' },
  rejected: { label: 'Rechazada', tone: 'rejected' },
  expired: { label: 'Oferta vencida', tone: 'rejected' },
  cancelled: { label: 'Cancelada', tone: 'rejected' },
  disbursing: { label: 'Enviando el dinero', tone: 'pending' },
  active: { label: 'Vigente', tone: 'active' },
  overdue: { label: 'Con pago atrasado', tone: 'rejected' },
  completed: { label: 'Completada', tone: 'done' },
  payout_returned: { label: 'Envío devuelto', tone: 'pending' },
}

/** What decides how a loan's state is called. */
export type Situation = Pick<LoanListItem, 'state' | 'in_clarification' | 'approved_at'>

/** Label of a loan's state for workers (spec: employee-app §4, decision 059), and the tone that sets the badge's color and shape. */
export function loanStatus(loan: Situation): Status {
  if (loan.in_clarification) return { label: 'En aclaración', tone: 'pending' }
  if (loan.state === 'declined') return { label: ownDecisionLabel(loan), tone: 'neutral' }
  return statuses[loan.state]
}
