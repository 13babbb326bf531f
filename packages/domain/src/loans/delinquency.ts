import { addDays, type Day } from '../dates.ts'
import { addBankDays, bankDayFrom } from '../mexico/holidays.ts'
import { nextPaymentDate } from './figures.ts'
import type { LoanPosition } from './position.ts'

/**
 * Returns the first day on which a loan is late unless something is paid; null if nothing is owed. A due date that is
 * not a bank day may be paid on the next one, and the company's grace days are bank days (lending.md §4).
 */
export function lateFrom(position: LoanPosition, grace_bank_days: number): Day | null {
  const due_date = nextPaymentDate(position)
  return due_date && addDays(addBankDays(bankDayFrom(due_date), grace_bank_days), 1)
}
