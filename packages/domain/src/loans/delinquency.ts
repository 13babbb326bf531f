import { addDays, type Day } from '../dates.ts'
import { addBankDays, bankDayFrom } from '../mexico/holidays.ts'
import { type LoanPosition, rowsInForce } from './position.ts'

/**
 * Returns the first day on which a loan is late unless something is paid; null if nothing is owed. A due date that is
 * not a bank day may be paid on the next one, and the company's grace days are bank days (lending.md §4).
 */
export function lateFrom(position: LoanPosition, grace_bank_days: number): Day | null {
  if (position.settled !== null) return null
  let sum = 0
  const uncovered = rowsInForce(position).find(({ payment }) => {
    sum += payment
    return sum > position.applied
  })
  if (uncovered === undefined) return null
  return addDays(addBankDays(bankDayFrom(uncovered.due_date), grace_bank_days), 1)
}
