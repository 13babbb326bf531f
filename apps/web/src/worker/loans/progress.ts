import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'

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

type Owing = Pick<
  LoanListItem,
  'amount_due' | 'installments' | 'monthly_payment' | 'payments_count' | 'suggested_payment'
>

/**
 * What is to be paid next: the contract's payment, as the schedule has it, and the last one all that is left.
 * Only where what was paid differs from the schedule by more than its centavos of rounding, the suggestion.
 */
export function nextPayment(loan: Owing): Cents {
  const { amount_due, installments, monthly_payment, payments_count, suggested_payment } = loan
  if (monthly_payment === null || installments - payments_count <= 1) return amount_due
  const isOnSchedule = Math.abs(suggested_payment - monthly_payment) <= installments
  return isOnSchedule ? Math.min(amount_due, monthly_payment) : suggested_payment
}
