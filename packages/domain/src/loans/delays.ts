import { type Day, daysBetween } from '../dates.ts'
import type { Cents } from '../money.ts'
import { lateAfter } from './delinquency.ts'
import { type LoanPosition, rowsInForce } from './position.ts'
import { type Division, inOrder, type RecordedPayment } from './replay.ts'

/** A loan that was paid out, with its payments and where each of them went. */
type PaidLoan = {
  position: LoanPosition
  payments: readonly RecordedPayment[]
  divisions: ReadonlyMap<number, Division>
}

type Lateness = { today: Day; grace_bank_days: number; clarified_on: Day | null }

/** The money applied to installments after each payment, in centavos; a settled loan covers all of them. */
function coverage({ payments, divisions }: PaidLoan): { day: Day; applied: Cents }[] {
  let applied = 0
  return inOrder(payments).map(({ id, value_date }) => {
    const division = divisions.get(id)
    applied += (division?.due ?? 0) + (division?.on_account ?? 0)
    if (division?.settles === true) applied = Number.POSITIVE_INFINITY
    return { day: value_date, applied }
  })
}

/**
 * Returns the most days that an installment of a loan was covered after its due date, or is waiting until today. An
 * installment that was covered before it made the loan late counts 0.
 */
export function worstDelay(loan: PaidLoan, { today, grace_bank_days, clarified_on }: Lateness): number {
  const steps = coverage(loan)
  let sum = 0
  const delays = rowsInForce(loan.position).map(({ due_date, payment }) => {
    sum += payment
    const needed = sum
    const covered_on = steps.find(({ applied }) => applied >= needed)?.day ?? today
    const isLate = covered_on >= lateAfter(due_date, grace_bank_days, clarified_on)
    return isLate ? daysBetween(due_date, covered_on) : 0
  })
  return Math.max(0, ...delays)
}
