import { type Day, daysBetween } from '../dates.ts'
import { type Cents, divideHalfUp, multiplyHalfUp, type Rate, rate, reduceRate } from '../money.ts'
import { dueDates, type Frequency, PERIODS_PER_YEAR } from './frequency.ts'

/**
 * What the contract of a credit fixes. `amount` in centavos, `annual_rate` and `tax_rate` (VAT) as fractions. With
 * `tax_added` false the price contains the VAT, and `tax_rate` changes no figure of the schedule. `start` is the day on
 * which the money was sent. An irregular first period has `first_due`, and accrues as a part of `regular_days` days.
 */
export type CreditTerms = {
  amount: Cents
  annual_rate: number
  frequency: Frequency
  installments: number
  start: Day
  tax_rate: number
  tax_added: boolean
  first_due?: Day
  regular_days?: number
}

/**
 * One row of a schedule, in centavos: `payment` = `principal` + `interest` + `tax`. `tax` is the VAT added on top of the
 * interest, 0 where the price contains it. `balance` is the principal after the row.
 */
export type ScheduleRow = {
  number: number
  due_date: Day
  payment: Cents
  principal: Cents
  interest: Cents
  tax: Cents
  balance: Cents
}

/** The terms that fix the rates of one period. */
type RateTerms = Pick<CreditTerms, 'annual_rate' | 'frequency' | 'tax_rate' | 'tax_added'>

/** The rates of one period, as exact fractions: interest, and VAT on the interest (0 where the price contains it). */
export type PeriodRates = { interest: Rate; tax: Rate }

/** Returns the rates of one period: the annual rate divided by the periods of a year, and the VAT where it is added. */
export function periodRates(terms: RateTerms): PeriodRates {
  const { annual_rate, frequency, tax_rate, tax_added } = terms
  const annual = rate(annual_rate)
  const interest = reduceRate({ over: annual.over, under: annual.under * PERIODS_PER_YEAR[frequency] })
  return { interest, tax: tax_added ? rate(tax_rate) : rate(0) }
}

/**
 * Calculates the level payment in centavos that repays `balance` in `rows` periods: B·q / (1 − (1 + q)^−n), rounded half
 * up, where q is the periodic rate with the VAT added to it; B / n without interest. At least 1 centavo.
 */
export function levelPayment(balance: Cents, { interest, tax }: PeriodRates, rows: number): Cents {
  const over = BigInt(interest.over) * BigInt(tax.under + tax.over)
  const under = BigInt(interest.under) * BigInt(tax.under)
  if (over === 0n) return Math.max(1, Number(divideHalfUp(BigInt(balance), BigInt(rows))))
  const growth = (under + over) ** BigInt(rows)
  const level = divideHalfUp(BigInt(balance) * over * growth, under * (growth - under ** BigInt(rows)))
  return Math.max(1, Number(level))
}

/** A balance in centavos that stands from a day on. */
export type BalanceSpan = { from: Day; balance: Cents }

/**
 * Calculates the interest in centavos that spans of one period have accrued up to the end of `until`: the sum of balance
 * × days × periodic rate / days of the period, rounded half up once (lending.md §2).
 */
export function accruedInterest(
  spans: readonly BalanceSpan[],
  period: { until: Day; days: number; interest: Rate },
): Cents {
  const { until, days, interest } = period
  let balanceDays = 0
  spans.forEach(({ from, balance }, index) => {
    const next = spans[index + 1]?.from
    const to = next === undefined || next > until ? until : next
    if (to > from) balanceDays += balance * daysBetween(from, to)
  })
  return multiplyHalfUp(balanceDays, { over: interest.over, under: interest.under * days })
}

/** What a row is computed from: its place in the schedule, the balance before it and, if irregular, its interest. */
type RowInput = { number: number; due_date: Day; balance: Cents; interest?: Cents; payment: Cents | 'all' }

/** Computes one row: it pays `payment` or what is owed, whichever is less. */
export function scheduleRow(
  { number, due_date, balance, ...row }: RowInput,
  rates: PeriodRates,
): ScheduleRow {
  const interest = row.interest ?? multiplyHalfUp(balance, rates.interest)
  const tax = multiplyHalfUp(interest, rates.tax)
  const owed = balance + interest + tax
  const payment = row.payment === 'all' ? owed : Math.min(row.payment, owed)
  const principal = payment - interest - tax
  return { number, due_date, payment, principal, interest, tax, balance: balance - principal }
}

/** Rows that repay a balance on the due dates left, with the payment of each; the last one takes the remainder. */
type RowsInput = {
  first_number: number
  balance: Cents
  due_dates: readonly Day[]
  paymentOf: (index: number) => Cents
  /** Interest of the first row, if its period is irregular. */
  first_interest?: Cents
}

/** Computes rows until the balance is repaid: it may be before the last due date, but no row is 0. */
export function scheduleRows(input: RowsInput, rates: PeriodRates): ScheduleRow[] {
  const { first_number, due_dates, paymentOf, first_interest } = input
  const rows: ScheduleRow[] = []
  let { balance } = input
  for (const [index, due_date] of due_dates.entries()) {
    if (balance === 0) break
    const payment = index === due_dates.length - 1 ? 'all' : paymentOf(index)
    const irregular = index === 0 && first_interest !== undefined ? { interest: first_interest } : {}
    const row = scheduleRow({ number: first_number + index, due_date, balance, payment, ...irregular }, rates)
    rows.push(row)
    balance = row.balance
  }
  return rows
}

/** Days of the first period that its rate stands for: the regular ones, if the period is irregular. */
export function firstPeriodDays({ start, regular_days }: CreditTerms, first_due: Day): number {
  return regular_days ?? daysBetween(start, first_due)
}

/** Computes the schedule of a contract (lending.md §1). It never changes: prepayments make further versions. */
export function contractSchedule(terms: CreditTerms): ScheduleRow[] {
  const rates = periodRates(terms)
  const due_dates = dueDates(terms)
  const first_due = due_dates[0] ?? terms.start
  const level = levelPayment(terms.amount, rates, terms.installments)
  const period = { until: first_due, days: firstPeriodDays(terms, first_due), interest: rates.interest }
  const first_interest = accruedInterest([{ from: terms.start, balance: terms.amount }], period)
  const all = { first_number: 1, balance: terms.amount, due_dates, paymentOf: () => level, first_interest }
  return scheduleRows(all, rates)
}
