import type { Day } from '../dates.ts'
import { type Cents, multiplyHalfUp } from '../money.ts'
import { type Frequency, PERIODS_PER_YEAR } from './frequency.ts'
import { type AdvanceTerms, maxAdvance, maxCredit, monthlySalary } from './limits.ts'
import { type LoanPosition, rowsInForce } from './position.ts'
import type { LoanType } from './rules.ts'

/** What a loan takes from a salary: the payment of a period in centavos, or all of an advance. */
type Burden = { type: LoanType; frequency: Frequency; payment: Cents }

const quincenasPerYear = 24

/** The part of a loan's payments that falls on one quincena, in centavos, half up; an advance falls on one as a whole. */
export function paymentPerQuincena({ type, frequency, payment }: Burden): Cents {
  if (type === 'advance') return payment
  return multiplyHalfUp(payment, { over: PERIODS_PER_YEAR[frequency], under: quincenasPerYear })
}

/** The part of a credit's payments that falls on one month, in centavos, half up; null for an advance. */
export function paymentPerMonth({ type, frequency, payment }: Burden): Cents | null {
  return type === 'advance' ? null : multiplyHalfUp(payment, { over: PERIODS_PER_YEAR[frequency], under: 12 })
}

/** The next payment of the schedule in force from a day on, in centavos; the last one after it; 0 once settled. */
export function paymentInForce(position: LoanPosition, day: Day): Cents {
  if (position.settled !== null) return 0
  const rows = rowsInForce(position)
  return (rows.find(({ due_date }) => due_date >= day) ?? rows.at(-1))?.payment ?? 0
}

/** An amount per quincena as a fraction of the biweekly salary; null if the salary is unknown or 0. */
export function shareOfSalary(per_quincena: Cents, biweekly_salary: Cents | null): number | null {
  return biweekly_salary ? per_quincena / biweekly_salary : null
}

/** The largest loan of a type that the rules allow the person, in centavos. */
export function largestLoan(type: LoanType, terms: AdvanceTerms): Cents {
  if (type === 'advance') return maxAdvance(terms)
  return maxCredit(terms.biweekly_salary === null ? null : monthlySalary(terms.biweekly_salary))
}
