import type { LoanListItem } from '@quincena/domain/loans/schema'

export interface Progress {
  value: number
  total: number
}

type Paid = Pick<LoanListItem, 'payments_count' | 'installments' | 'completed'>

/** Payments made out of all: a credit's months, one for an advance; what is paid off is full. */
export function paidOf({ payments_count, installments, completed }: Paid): Progress {
  return { value: completed ? installments : Math.min(payments_count, installments), total: installments }
}

/** `3 de 12 pagos`. */
export function paidLabel({ value, total }: Progress): string {
  return `${value} de ${total} ${total === 1 ? 'pago' : 'pagos'}`
}
