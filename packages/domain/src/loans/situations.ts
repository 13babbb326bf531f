import { LOAN_STATES, type LoanState } from './rules.ts'

/** What staff see of a loan: its state, and whether its payout is in doubt. Each loan is in exactly one. */
export const SITUATIONS = [
  'requested',
  'offer',
  'disbursing',
  'current',
  'overdue',
  'returned',
  'in_review',
  'completed',
  'rejected',
  'declined',
  'expired',
  'cancelled',
] as const
export type Situation = (typeof SITUATIONS)[number]

const SITUATION_OF_STATE = {
  requested: 'requested',
  approved: 'offer',
  rejected: 'rejected',
  declined: 'declined',
  expired: 'expired',
  cancelled: 'cancelled',
  disbursing: 'disbursing',
  active: 'current',
  overdue: 'overdue',
  completed: 'completed',
  payout_returned: 'returned',
} as const satisfies Record<LoanState, Situation>

/** The Spanish name of each situation; lists, details and files have the same. */
export const situationNames = {
  requested: 'En análisis',
  offer: 'Por firmar',
  disbursing: 'En envío',
  current: 'Al día',
  overdue: 'Retrasado',
  returned: 'Depósito devuelto',
  in_review: 'En revisión',
  completed: 'Completado',
  rejected: 'Rechazado',
  declined: 'Declinado',
  expired: 'Vencido',
  cancelled: 'Cancelado',
} as const satisfies Record<Situation, string>

/**
 * The situation of a loan. A payout that came back is `returned`; another loan in clarification is `in_review`, whatever
 * its state, because nobody is sure that its worker has the money.
 */
export function situationOf(loan: { state: LoanState; in_clarification: boolean }): Situation {
  if (loan.in_clarification && loan.state !== 'payout_returned') return 'in_review'
  return SITUATION_OF_STATE[loan.state]
}

/** The state of the loans in a situation; undefined for `in_review`, which any state may have. */
export function stateOfSituation(situation: Situation): LoanState | undefined {
  return LOAN_STATES.find((state) => SITUATION_OF_STATE[state] === situation)
}
