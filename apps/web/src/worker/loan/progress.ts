import { type Day, daysBetween } from '@quincena/domain/dates'
import type { Frequency } from '@quincena/domain/loans/frequency'
import type { LoanListItem } from '@quincena/domain/loans/schema'

export interface Progress {
  value: number
  total: number
}

/** Number of due dates from `first` to `last`, both of them included. */
function countDueDates(first: Day, last: Day, frequency: Frequency): number {
  const days = daysBetween(first, last)
  if (frequency === 'weekly') return days / 7 + 1
  if (frequency === 'fourteen_days') return days / 14 + 1
  const [from, to] = [Temporal.PlainDate.from(first), Temporal.PlainDate.from(last)]
  const months = (to.year - from.year) * 12 + to.month - from.month
  if (frequency === 'monthly') return months + 1
  // Semimonthly due dates are the 15th and the last day.
  return 2 * months + Number(to.day > 15) - Number(from.day > 15) + 1
}

type Dated = Pick<
  LoanListItem,
  'installments' | 'frequency' | 'completed' | 'next_payment_date' | 'payment_deadline'
>

/**
 * Installments covered, out of all (one for an advance). It counts the due dates before the next payment, because one
 * installment may be paid in several payments. A completed loan counts as fully paid.
 */
export function paidOf(loan: Dated): Progress {
  const { installments: total, frequency, completed, next_payment_date, payment_deadline } = loan
  if (completed) return { value: total, total }
  if (next_payment_date === null || payment_deadline === null) return { value: 0, total }
  const left = countDueDates(next_payment_date, payment_deadline, frequency)
  return { value: Math.min(total, Math.max(0, total - left)), total }
}

/** For example `3 de 12 pagos`. */
export function paidLabel({ value, total }: Progress): string {
  return `${value} de ${total} ${total === 1 ? 'pago' : 'pagos'}`
}
