import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Tone } from '../../components/status-badge.tsx'

interface TypeWords {
  list: string
  detail: string
  one: string
  listPath: '/creditos' | '/anticipos'
  detailPath: '/detalle-credito/$id' | '/detalle-anticipo/$id'
  loadError: string
  deleteTitle: string
  deleteError: string
  deleted: string
  updated: string
  updateError: string
}

/** The specification's texts for each type of loan. */
export const typeWords: Record<LoanType, TypeWords> = {
  credit: {
    list: 'Solicitudes de crédito',
    detail: 'Detalle del crédito',
    one: 'Crédito',
    listPath: '/creditos',
    detailPath: '/detalle-credito/$id',
    loadError: 'Error al obtener los créditos.',
    deleteTitle: '¿Eliminar crédito?',
    deleteError: 'No se pudo eliminar el crédito.',
    deleted: 'El crédito fue eliminado exitosamente.',
    updated: 'Crédito actualizado correctamente.',
    updateError: 'No se pudo actualizar el crédito.',
  },
  advance: {
    list: 'Solicitudes de anticipo',
    detail: 'Detalle del anticipo',
    one: 'Anticipo',
    listPath: '/anticipos',
    detailPath: '/detalle-anticipo/$id',
    loadError: 'Error al obtener los anticipos.',
    deleteTitle: '¿Eliminar anticipo?',
    deleteError: 'No se pudo eliminar el anticipo.',
    deleted: 'El anticipo fue eliminado exitosamente.',
    updated: 'Anticipo actualizado correctamente.',
    updateError: 'No se pudo actualizar el anticipo.',
  },
}

interface StateWords {
  /** Label by the loan's flags, as the detail shows it. */
  label: string
  /** Detail that the label does not express; empty when there is none. */
  more: string
  tone: Tone
}

/** Label, detail and tone of every state (spec: backoffice §4, and states that it does not name). */
export const stateWords: Record<LoanState, StateWords> = {
  requested: { label: 'En análisis', more: '', tone: 'pending' },
  approved: { label: 'Aprobado', more: 'Por firmar', tone: 'accepted' },
  rejected: { label: 'Rechazado', more: '', tone: 'rejected' },
  declined: { label: 'Rechazado', more: 'Declinado', tone: 'rejected' },
  expired: { label: 'Rechazado', more: 'Vencido', tone: 'rejected' },
  cancelled: { label: 'Rechazado', more: 'Cancelado', tone: 'rejected' },
  disbursing: { label: 'Aprobado', more: 'En envío', tone: 'active' },
  active: { label: 'Vigente', more: 'Al día', tone: 'active' },
  overdue: { label: 'Vigente', more: 'Retrasado', tone: 'rejected' },
  completed: { label: 'Completado', more: 'Completado', tone: 'done' },
  payout_returned: { label: 'Vigente', more: 'Devuelto', tone: 'pending' },
}

/** The words of a loan's state; in clarification it is neither up to date nor late. */
export function situationWords({
  state,
  in_clarification,
}: Pick<LoanListItem, 'state' | 'in_clarification'>): StateWords {
  if (!in_clarification) return stateWords[state]
  return {
    label: 'En aclaración',
    more: state === 'payout_returned' ? 'Depósito devuelto' : 'Orden en revisión',
    tone: 'pending',
  }
}

const statusWords = {
  INA: { label: 'En análisis', tone: 'pending' },
  APP: { label: 'Aprobado', tone: 'accepted' },
  REJ: { label: 'Rechazado', tone: 'rejected' },
} as const

/** Label and tone of a status in the lists. */
export function statusOf(status: keyof typeof statusWords) {
  return statusWords[status]
}
