import type { Day } from '../dates.ts'
import { type Cents, portion } from '../money.ts'
import type { PlannedInstallment } from './schedule.ts'
import type { Installment } from './schema.ts'

/**
 * Calculates the next payment to propose, in centavos: the amount due divided by the installments that have no payment
 * yet, rounded half up. The last suggestion is the whole amount due. It is never 0 while anything is owed.
 */
export function suggestedPayment(
  amount_due: Cents,
  installments: number,
  payments_registered: number,
): Cents {
  const remaining = Math.max(1, installments - payments_registered)
  return Math.min(amount_due, Math.max(1, portion(amount_due, remaining)))
}

/** Sums of the suggested payments after each installment, if the worker pays exactly the suggestions. */
function suggestedSums(total: Cents, installments: number): Cents[] {
  let paid = 0
  return Array.from({ length: installments }, (_, registered) => {
    paid += suggestedPayment(total - paid, installments, registered)
    return paid
  })
}

/**
 * Calculates the sum in centavos that must be paid by the end of each due day: the schedule's sum less n centavos (n is
 * the number of installments), and never more than the sum of the suggested payments. A worker who pays the suggested
 * amounts is therefore never late, at any interest rate. The last installment requires the whole total.
 */
export function requiredSums(schedule: readonly Pick<Installment, 'payment'>[]): Cents[] {
  const n = schedule.length
  const total = schedule.reduce((sum, { payment }) => sum + payment, 0)
  const suggested = suggestedSums(total, n)
  let scheduled = 0
  return schedule.map(({ payment }, index) => {
    scheduled += payment
    return index === n - 1 ? total : Math.max(0, Math.min(scheduled - n, suggested[index] ?? total))
  })
}

/** Counts the installments, from the first, that the total paid (centavos) covers. */
export function coveredInstallments(schedule: readonly Pick<Installment, 'payment'>[], paid: Cents): number {
  const uncovered = requiredSums(schedule).findIndex((required) => paid < required)
  return uncovered === -1 ? schedule.length : uncovered
}

/** Returns the schedule with `paid` set on each installment that the total paid (centavos) covers. */
export function markPaid(schedule: readonly PlannedInstallment[], paid: Cents): Installment[] {
  const covered = coveredInstallments(schedule, paid)
  return schedule.map((row) => ({ ...row, paid: row.number <= covered }))
}

/**
 * Returns the due day of the first installment that the total paid (centavos) does not cover, or null if none is left.
 */
export function nextDueDate(schedule: readonly PlannedInstallment[], paid: Cents): Day | null {
  return schedule[coveredInstallments(schedule, paid)]?.due_date ?? null
}

/** True from the day after the next unpaid due day; false if nothing is left to pay. */
export function isOverdue(next_payment_date: Day | null, today: Day): boolean {
  return next_payment_date !== null && today > next_payment_date
}
