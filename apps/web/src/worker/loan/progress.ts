import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'

export interface Progress {
  value: number
  total: number
}

type Paid = Pick<LoanListItem, 'payments_count' | 'installments' | 'completed'>

/** Payments made and total installments (one for an advance). A completed loan counts as fully paid. */
export function paidOf({ payments_count, installments, completed }: Paid): Progress {
  return { value: completed ? installments : Math.min(payments_count, installments), total: installments }
}

/** For example `3 de 12 pagos`. */
export function paidLabel({ value, total }: Progress): string {
  return `${value} de ${total} ${total === 1 ? 'pago' : 'pagos'}`
}

type BalanceFacts = Pick<
  LoanListItem,
  'amount_due' | 'installments' | 'monthly_payment' | 'payments_count' | 'suggested_payment'
>

/**
 * Next payment in centavos: the contract's monthly payment, or the whole amount due for the last installment. If the
 * suggested payment differs by more than the rounding (one centavo per installment), the suggested payment.
 */
export function nextPayment(loan: BalanceFacts): Cents {
  const { amount_due, installments, monthly_payment, payments_count, suggested_payment } = loan
  if (monthly_payment === null || installments - payments_count <= 1) return amount_due
  const isOnSchedule = Math.abs(suggested_payment - monthly_payment) <= installments
  return isOnSchedule ? Math.min(amount_due, monthly_payment) : suggested_payment
}
