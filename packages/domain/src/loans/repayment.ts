import type { Day } from '../dates.ts'
import { type Cents, portion } from '../money.ts'
import type { PlannedInstallment } from './schedule.ts'
import type { Installment } from './schema.ts'

/**
 * The payment to propose: what is owed over the remaining instalments, half up to the centavo; the last is what is left.
 * Never 0 while anything is owed.
 */
export function suggestedPayment(
  amount_due: Cents,
  installments: number,
  payments_registered: number,
): Cents {
  const remaining = Math.max(1, installments - payments_registered)
  return Math.min(amount_due, Math.max(1, portion(amount_due, remaining)))
}

/** What the suggestions, paid one by one, come to after each of them. */
function suggestedSums(total: Cents, installments: number): Cents[] {
  let paid = 0
  return Array.from({ length: installments }, (_, registered) => {
    paid += suggestedPayment(total - paid, installments, registered)
    return paid
  })
}

/**
 * What must have been paid by the end of each due day: the schedule's sum less n centavos, and never more than the
 * suggestions come to, so that whoever pays those is never late at any rate. The last takes all.
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

/** How many instalments, from the first, what was paid covers. */
export function coveredInstallments(schedule: readonly Pick<Installment, 'payment'>[], paid: Cents): number {
  const uncovered = requiredSums(schedule).findIndex((required) => paid < required)
  return uncovered === -1 ? schedule.length : uncovered
}

/** The schedule with each instalment marked: paid or not. */
export function markPaid(schedule: readonly PlannedInstallment[], paid: Cents): Installment[] {
  const covered = coveredInstallments(schedule, paid)
  return schedule.map((row) => ({ ...row, paid: row.number <= covered }))
}

/** The due day of the first uncovered instalment; null when all are covered. */
export function nextDueDate(schedule: readonly PlannedInstallment[], paid: Cents): Day | null {
  return schedule[coveredInstallments(schedule, paid)]?.due_date ?? null
}

/** Late from the day after an uncovered due day. */
export function isOverdue(next_payment_date: Day | null, today: Day): boolean {
  return next_payment_date !== null && today > next_payment_date
}
