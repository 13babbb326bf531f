import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { situationNames } from '@quincena/domain/loans/situations'
import type { Tone } from '../../components/status-badge.tsx'

interface TypeWords {
  list: string
  detail: string
  one: string
  listPath: '/creditos' | '/anticipos'
  detailPath: '/detalle-credito/$id' | '/detalle-anticipo/$id'
  loadError: string
  /** Title of the form of a new one. */
  add: string
  added: string
  addError: string
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
    add: 'Agregar crédito',
    added: 'Crédito agregado correctamente.',
    addError: 'No se pudo agregar el crédito.',
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
    add: 'Agregar anticipo',
    added: 'Anticipo agregado correctamente.',
    addError: 'No se pudo agregar el anticipo.',
    deleteTitle: '¿Eliminar anticipo?',
    deleteError: 'No se pudo eliminar el anticipo.',
    deleted: 'El anticipo fue eliminado exitosamente.',
    updated: 'Anticipo actualizado correctamente.',
    updateError: 'No se pudo actualizar el anticipo.',
  },
}

interface SituationWords {
  label: string
  tone: Tone
}

/** The name of every state on all staff screens, and its tone. */
export const stateWords: Record<LoanState, SituationWords> = {
  requested: { label: situationNames.requested, tone: 'pending' },
  approved: { label: situationNames.offer, tone: 'accepted' },
  rejected: { label: situationNames.rejected, tone: 'rejected' },
  declined: { label: situationNames.declined, tone: 'rejected' },
  expired: { label: situationNames.expired, tone: 'rejected' },
  cancelled: { label: situationNames.cancelled, tone: 'rejected' },
  disbursing: { label: situationNames.disbursing, tone: 'active' },
  active: { label: situationNames.current, tone: 'active' },
  overdue: { label: situationNames.overdue, tone: 'rejected' },
  completed: { label: situationNames.completed, tone: 'done' },
  payout_returned: { label: situationNames.returned, tone: 'pending' },
}

/** The name of a loan's situation: an order in review comes before the state, which is neither up to date nor late then. */
export function situationWords({
  state,
  in_clarification,
}: Pick<LoanListItem, 'state' | 'in_clarification'>): SituationWords {
  if (!in_clarification || state === 'payout_returned') return stateWords[state]
  return { label: situationNames.in_review, tone: 'pending' }
}

const statusWords = {
  INA: { label: 'En análisis', tone: 'pending' },
  APP: { label: 'Aprobado', tone: 'accepted' },
  REJ: { label: 'Rechazado', tone: 'rejected' },
} as const

/** Label and tone of a status: the specification's words for the status codes. */
export function statusOf(status: keyof typeof statusWords) {
  return statusWords[status]
}
