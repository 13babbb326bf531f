import { type Day, daysBetween, monthlyDueDates, nextPayDate } from '../dates.ts'
import { type Cents, containedTax, divideHalfUp, portion, ratio } from '../money.ts'
import type { Simulation } from './bodies.ts'
import { advanceCat, creditCat } from './cat.ts'
import type { Installment } from './schema.ts'

/** One installment of the contract. The API adds `paid`. */
export type PlannedInstallment = Omit<Installment, 'paid'>

/**
 * The terms of a credit: amount in centavos, annual rate as a fraction, term in months. `tax_rate` is the fraction of
 * the VAT that the interest contains; the CAT excludes this VAT.
 */
export type CreditTerms = { amount: Cents; annual_rate: number; months: number; tax_rate?: number }

/**
 * Calculates the level monthly payment in centavos: P·q / (1 − (1 + q)^−n) with q = rate / 12, rounded half up, or
 * amount / n if the rate is 0. The calculation uses bigint, so it is exact.
 */
export function levelPayment({ amount, annual_rate, months }: CreditTerms): Cents {
  const { over, under } = ratio(annual_rate)
  if (over === 0n) return portion(amount, months)
  const year = 12n * under
  const growth = (year + over) ** BigInt(months)
  return Number(divideHalfUp(BigInt(amount) * over * growth, year * (growth - year ** BigInt(months))))
}

/** Interest of one month on a balance, in centavos, rounded half up. */
function monthInterest(balance: Cents, annual_rate: number): Cents {
  const { over, under } = ratio(annual_rate)
  return Number(divideHalfUp(BigInt(balance) * over, 12n * under))
}

/**
 * Calculates the installments of a credit in centavos: level payments, interest on the outstanding balance, and the
 * rounding difference in the last installment. The first is due one month after `start`, the others monthly on the same
 * day of the month.
 */
export function creditSchedule(terms: CreditTerms, start: Day): PlannedInstallment[] {
  const level = levelPayment(terms)
  let balance = terms.amount
  return monthlyDueDates(start, terms.months).map((due_date, index) => {
    const interest = monthInterest(balance, terms.annual_rate)
    const debt = balance + interest
    const payment = index === terms.months - 1 ? debt : Math.min(level, debt)
    balance = debt - payment
    return { number: index + 1, due_date, payment, principal: payment - interest, interest, balance }
  })
}

/** Sums the payments of a schedule, in centavos: the contract's `final_value` and `total_debt`. */
export function scheduleTotal(schedule: readonly { payment: Cents }[]): Cents {
  return schedule.reduce((sum, { payment }) => sum + payment, 0)
}

/**
 * Simulates a credit that starts on `start`: payment, total, CAT and installments. Amounts in centavos, CAT as a
 * percentage with one decimal.
 */
export function simulateCredit(terms: CreditTerms, start: Day): Simulation {
  const schedule = creditSchedule(terms, start)
  const untaxed = schedule.map(
    ({ payment, interest }) => payment - containedTax(interest, terms.tax_rate ?? 0),
  )
  return {
    monthly_payment: levelPayment(terms),
    final_value: scheduleTotal(schedule),
    cat: creditCat(terms.amount, untaxed),
    schedule: schedule.map((row) => ({ ...row, paid: false })),
  }
}

/** A quoted advance: term in days, amounts in centavos, CAT as a percentage with one decimal. */
export type AdvanceQuote = {
  days: number
  due_date: Day
  final_value: Cents
  cat: number | null
  schedule: PlannedInstallment[]
}

/**
 * Amounts in centavos. `tax_rate` is the fraction of the VAT that the commission contains; the CAT excludes this VAT.
 */
type AdvanceTerms = { amount: Cents; commission: Cents; tax_rate?: number }

/**
 * Quotes an advance requested or signed `today`: one installment of amount plus commission, due on the next pay date,
 * without interest. The schedule holds the commission in `interest`.
 */
export function quoteAdvance({ amount, commission, tax_rate = 0 }: AdvanceTerms, today: Day): AdvanceQuote {
  const due_date = nextPayDate(today)
  const days = daysBetween(today, due_date)
  const final_value = amount + commission
  const only = {
    number: 1,
    due_date,
    payment: final_value,
    principal: amount,
    interest: commission,
    balance: 0,
  }
  const cat = advanceCat(amount, final_value - containedTax(commission, tax_rate), days)
  return { days, due_date, final_value, cat, schedule: [only] }
}
