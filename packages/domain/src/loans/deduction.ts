import type { Day } from '../dates.ts'
import { type Cents, multiplyHalfUp } from '../money.ts'
import { nextInstallment } from './figures.ts'
import type { Frequency } from './frequency.ts'
import type { LoanPosition } from './position.ts'
import { isPayable, type LoanType } from './rules.ts'
import type { LoanListItem } from './schema.ts'

/** What decides on how many pay dates an installment is deducted. */
type DeductionTerms = { type: LoanType; frequency: Frequency }

/** Pay dates of one installment of a credit. A month has two quincenas; the other periods end on their own pay date. */
const payDatesOf: Record<Frequency, number> = { monthly: 2, semimonthly: 1, fourteen_days: 1, weekly: 1 }

/**
 * Divides an installment in centavos among the pay dates from which the employer deducts it: each part is rounded half
 * up, the last one takes the rest. An advance is deducted in one part, on its due date.
 */
export function deductionParts(payment: Cents, { type, frequency }: DeductionTerms): Cents[] {
  const parts = type === 'advance' ? 1 : payDatesOf[frequency]
  const part = multiplyHalfUp(payment, { over: 1, under: parts })
  return Array.from({ length: parts }, (_, index) =>
    index < parts - 1 ? part : payment - part * (parts - 1),
  )
}

/** What the employer deducts of an installment per pay date, in centavos: its first part, never less than the others. */
export function deductionPerPayDate(payment: Cents, terms: DeductionTerms): Cents {
  return deductionParts(payment, terms)[0] ?? 0
}

/**
 * What the employer deducts on the next pay date for a loan that was paid out, in centavos: the part of the next
 * installment, or less if less of it is missing. Null if nothing is owed.
 */
export function nextDeduction(position: LoanPosition, day: Day, terms: DeductionTerms): Cents | null {
  const next = nextInstallment(position, day)
  return next && Math.min(next.missing, deductionPerPayDate(next.payment, terms))
}

/** The deductions that the worker has already agreed to: of loans that are signed and not paid back. */
export function committedDeductions(loans: readonly Pick<LoanListItem, 'state' | 'deduction'>[]): Cents[] {
  return loans
    .filter(({ state }) => isPayable(state) || state === 'disbursing')
    .flatMap(({ deduction }) => deduction ?? [])
}

/**
 * What is left of a biweekly salary after deductions, in centavos; never negative. Null if the salary is unknown.
 */
export function salaryAfter(biweekly_salary: Cents | null, deductions: readonly Cents[]): Cents | null {
  if (biweekly_salary === null || biweekly_salary === 0) return null
  const deducted = deductions.reduce((sum, deduction) => sum + deduction, 0)
  return Math.max(0, biweekly_salary - deducted)
}
