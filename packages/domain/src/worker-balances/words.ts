import type { MovementKind } from './movements.ts'
import type { RefundState } from './rules.ts'
import type { BalanceMovement } from './schema.ts'

/** Spanish name of each state of a refund. */
export const refundStateNames: Record<RefundState, string> = {
  requested: 'Por autorizar',
  sending: 'En camino',
  in_review: 'En aclaración',
  paid: 'Devuelta',
  back: 'Regresó al saldo',
  refused: 'Rechazada',
  withdrawn: 'Retirada',
  stale: 'Sin efecto',
}

/** Why a balance, or what is owed apart, changed, in Spanish; `reversed` takes back an earlier movement. */
const movementNames: Record<MovementKind, { done: string; reversed: string }> = {
  remainder: { done: 'Sobró de un pago', reversed: 'Se anuló el pago del que sobró' },
  receipt_to_worker: { done: 'Abono recibido', reversed: 'Se retiró un abono recibido' },
  payment: { done: 'Se usó en un préstamo', reversed: 'Regresó: se anuló el pago' },
  refund: { done: 'Devolución a la cuenta', reversed: 'Regresó: la devolución no llegó' },
  owed_by_worker: {
    done: 'Pago anulado de un préstamo liquidado',
    reversed: 'El pago se debe otra vez en el préstamo',
  },
  receivable_payment: { done: 'Pagó lo que debía aparte', reversed: 'Se debe otra vez aparte' },
  claim_charged: {
    done: 'Regresó a quien lo envió un depósito usado',
    reversed: 'Ya no se debe el depósito',
  },
  second_payout: { done: 'Recibió dos veces el dinero', reversed: 'Regresó el dinero recibido dos veces' },
}

/** Says in Spanish why a balance, or what a worker owes apart, changed. */
export function movementName({ kind, is_reversal }: Pick<BalanceMovement, 'kind' | 'is_reversal'>): string {
  const { done, reversed } = movementNames[kind]
  return is_reversal ? reversed : done
}
