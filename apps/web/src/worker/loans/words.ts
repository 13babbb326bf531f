import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import type { Tone } from '../../components/status-badge.tsx'

/** What workers call the two kinds of loan. */
export const loanWords = {
  credit: { name: 'crédito', title: 'Crédito', filter: 'creditos', newPath: '/app/new-credit' },
  advance: { name: 'anticipo', title: 'Anticipo', filter: 'anticipos', newPath: '/app/new-advance' },
} as const satisfies Record<LoanType, Record<string, string>>

/** The detail screen of each kind of loan. */
export const detailPath = {
  credit: '/app/credit-detail/$id',
  advance: '/app/anticipation-detail/$id',
} as const satisfies Record<LoanType, string>

type Status = { label: string; tone: Tone }

const statuses: Record<LoanState, Status> = {
  requested: { label: 'En análisis', tone: 'pending' },
  approved: { label: 'Aprobada', tone: 'accepted' },
  rejected: { label: 'Rechazada', tone: 'rejected' },
  declined: { label: 'Rechazada', tone: 'rejected' },
  expired: { label: 'Oferta vencida', tone: 'rejected' },
  cancelled: { label: 'Cancelada', tone: 'rejected' },
  disbursing: { label: 'Enviando el dinero', tone: 'pending' },
  active: { label: 'Vigente', tone: 'active' },
  overdue: { label: 'Con pago atrasado', tone: 'rejected' },
  completed: { label: 'Completada', tone: 'done' },
  payout_returned: { label: 'Envío devuelto', tone: 'pending' },
}

/** A loan's state in the worker's words (spec: employee-app §4), with the colour and shape of its dot. */
export function loanStatus(state: LoanState): Status {
  return statuses[state]
}
