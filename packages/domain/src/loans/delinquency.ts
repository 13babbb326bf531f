import { addDays, type Day, daysBetween } from '../dates.ts'
import { addBankDays, bankDayFrom } from '../mexico/holidays.ts'
import { nextPaymentDate } from './figures.ts'
import type { LoanPosition } from './position.ts'
import type { LoanState } from './rules.ts'

/**
 * Returns the first day on which a loan is late unless something is paid; null if nothing is owed. A due date that is
 * not a bank day may be paid on the next one, and the company's grace days are bank days (lending.md §4). A due date that
 * passed during a clarification which ended on `clarified_on` counts as that day.
 */
export function lateFrom(
  position: LoanPosition,
  grace_bank_days: number,
  clarified_on: Day | null = null,
): Day | null {
  const due_date = nextPaymentDate(position)
  return due_date && lateAfter(due_date, grace_bank_days, clarified_on)
}

/** The same for a loan whose next installment is due on a day. */
export function lateAfter(due_date: Day, grace_bank_days: number, clarified_on: Day | null): Day {
  const due = clarified_on !== null && clarified_on > due_date ? clarified_on : due_date
  return addDays(addBankDays(bankDayFrom(due), grace_bank_days), 1)
}

/**
 * Returns how many days ago the first uncovered installment of a late loan was due. 0 for a loan that is not late, for
 * one that its grace days keep from being late, and in clarification, when nothing falls due.
 */
export function daysLate(
  loan: { state: LoanState; next_payment_date: Day | null; in_clarification: boolean },
  today: Day,
): number {
  if (loan.state !== 'overdue' || loan.in_clarification || loan.next_payment_date === null) return 0
  return Math.max(0, daysBetween(loan.next_payment_date, today))
}
