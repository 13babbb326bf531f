import { type Day, daysBetween, nextPayDate } from '../dates.ts'
import { type Cents, containedTax } from '../money.ts'
import {
  type CreditTerms,
  contractSchedule,
  levelPayment,
  periodRates,
  type ScheduleRow,
} from './amortization.ts'
import type { Simulation } from './bodies.ts'
import { advanceCat, creditCat } from './cat.ts'
import { PERIODS_PER_YEAR } from './frequency.ts'
import { sumPayments } from './position.ts'
import type { Installment } from './schema.ts'

/** A row in the API: `tax` only where the VAT is on top of the interest. */
export function presentRow({ tax, ...row }: ScheduleRow): Omit<Installment, 'paid'> {
  return tax === 0 ? row : { ...row, tax }
}

/**
 * The CAT of a credit as a percentage with one decimal, from the payments of its schedule without VAT.
 */
export function scheduleCat(schedule: readonly ScheduleRow[], terms: CreditTerms): number {
  const { amount, tax_rate, frequency } = terms
  const untaxed = schedule.map(({ payment, interest, tax }) =>
    terms.tax_added ? payment - tax : payment - containedTax(interest, tax_rate),
  )
  return creditCat(amount, untaxed, PERIODS_PER_YEAR[frequency])
}

/** Simulates a credit: payment, total, CAT and installments. Amounts in centavos. */
export function simulateCredit(terms: CreditTerms): Simulation {
  const schedule = contractSchedule(terms)
  return {
    monthly_payment: levelPayment(terms.amount, periodRates(terms), terms.installments),
    final_value: sumPayments(schedule),
    cat: scheduleCat(schedule, terms),
    schedule: schedule.map((row) => ({ ...presentRow(row), paid: false })),
  }
}

/** A quoted advance: term in days, amounts in centavos, CAT as a percentage with one decimal. */
export type AdvanceQuote = {
  days: number
  due_date: Day
  final_value: Cents
  cat: number | null
  schedule: ScheduleRow[]
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
    tax: 0,
    balance: 0,
  }
  const cat = advanceCat(amount, final_value - containedTax(commission, tax_rate), days)
  return { days, due_date, final_value, cat, schedule: [only] }
}
