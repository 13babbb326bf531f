import { type Day, daysBetween, monthlyDueDates, nextPayDate } from '../dates.ts'
import { type Cents, containedTax, divideHalfUp, portion, ratio } from '../money.ts'
import type { Simulation } from './bodies.ts'
import { advanceCat, creditCat } from './cat.ts'
import type { Installment } from './schema.ts'

/** What is agreed on for one instalment; a stored schedule adds whether it is paid. */
export type PlannedInstallment = Omit<Installment, 'paid'>

/** `tax_rate` is that of the VAT which the interest contains; the CAT is stated without it. */
export type CreditTerms = { amount: Cents; annual_rate: number; months: number; tax_rate?: number }

/** The level payment P·q / (1 − (1 + q)^−n), q = rate / 12, half up to the centavo; amount / n at rate 0. Exact: no float. */
export function levelPayment({ amount, annual_rate, months }: CreditTerms): Cents {
  const { over, under } = ratio(annual_rate)
  if (over === 0n) return portion(amount, months)
  const year = 12n * under
  const growth = (year + over) ** BigInt(months)
  return Number(divideHalfUp(BigInt(amount) * over * growth, year * (growth - year ** BigInt(months))))
}

/** A month's interest on a balance, half up. */
function monthInterest(balance: Cents, annual_rate: number): Cents {
  const { over, under } = ratio(annual_rate)
  return Number(divideHalfUp(BigInt(balance) * over, 12n * under))
}

/**
 * A credit's instalments to the centavo: level payments, interest on what is outstanding, the last instalment taking
 * the rounding. They are due monthly from `start`, the day of month kept.
 */
export function creditSchedule(terms: CreditTerms, start: Day): PlannedInstallment[] {
  const level = levelPayment(terms)
  let balance = terms.amount
  return monthlyDueDates(start, terms.months).map((due_date, index) => {
    const interest = monthInterest(balance, terms.annual_rate)
    const owed = balance + interest
    const payment = index === terms.months - 1 ? owed : Math.min(level, owed)
    balance = owed - payment
    return { number: index + 1, due_date, payment, principal: payment - interest, interest, balance }
  })
}

/** The sum of a schedule's payments: `final_value` and `total_debt`. */
export function scheduleTotal(schedule: readonly { payment: Cents }[]): Cents {
  return schedule.reduce((sum, { payment }) => sum + payment, 0)
}

/** A credit as it would be from `start` on: payment, total, CAT and instalments. */
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

export type AdvanceQuote = {
  days: number
  due_date: Day
  final_value: Cents
  cat: number | null
  schedule: PlannedInstallment[]
}

/** `tax_rate` is that of the VAT which the commission contains; the CAT is stated without it. */
type AdvanceTerms = { amount: Cents; commission: Cents; tax_rate?: number }

/** An advance asked for or signed `today`: due on the next pay date, the amount and the commission, no interest. */
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
