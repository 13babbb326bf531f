import { type Day, daysBetween } from '../dates.ts'
import { type Cents, multiplyHalfUp, rate } from '../money.ts'
import {
  accruedInterest,
  type BalanceSpan,
  type CreditTerms,
  contractSchedule,
  firstPeriodDays,
  type PeriodRates,
  periodRates,
  type ScheduleRow,
} from './amortization.ts'
import type { Frequency } from './frequency.ts'
import type { LoanType } from './rules.ts'

/** A schedule and the day from which it is in force. Version 1 is the contract's. */
type ScheduleVersion = { version: number; from: Day; rows: readonly ScheduleRow[] }

/**
 * A loan after some of its payments (lending.md): everything that is owed on any day follows from it. A position is
 * never changed; each payment makes a new one.
 */
export type LoanPosition = {
  start: Day
  rates: PeriodRates
  /** Days of the first period that the periodic rate stands for. */
  first_period_days: number
  /** True for an advance: its commission is owed in full from the start, and nothing is discounted. */
  flat: boolean
  /** All versions; the last one is in force. */
  versions: readonly ScheduleVersion[]
  /** Money applied to installments, in centavos: without prepayments. */
  applied: Cents
  /** Balances of the period in which the last prepayment was made, whose row has this index. */
  prepaid_period: { row: number; spans: readonly BalanceSpan[] } | null
  /** The day of the payment that settled the loan, with the interest and the added VAT accrued until then. */
  settled: { day: Day; accrued: Cents; tax: Cents } | null
}

/** The position of a credit on the day when its money was sent. */
export function openCredit(terms: CreditTerms): LoanPosition {
  const rows = contractSchedule(terms)
  return {
    start: terms.start,
    rates: periodRates(terms),
    first_period_days: firstPeriodDays(terms, rows[0]?.due_date ?? terms.start),
    flat: false,
    ...{
      versions: [{ version: 1, from: terms.start, rows }],
      applied: 0,
      prepaid_period: null,
      settled: null,
    },
  }
}

/**
 * What a stored contract fixes: its rows, and the day on which the money was sent. Due dates count from the acceptance,
 * the days of the first period from `start` (lending.md §1).
 */
export type StoredContract = {
  type: LoanType
  annual_rate: number
  frequency: Frequency
  tax_rate: number
  tax_added: boolean
  start: Day
  rows: readonly ScheduleRow[]
  /** Days that the periodic rate stands for, if the first period is irregular. */
  first_period_days?: number
}

/** The position of a loan before its first payment, from the rows of its contract. */
export function openLoan({ type, start, rows, ...terms }: StoredContract): LoanPosition {
  const flat = type === 'advance'
  const first_due = rows[0]?.due_date ?? start
  return {
    start,
    rates: flat ? { interest: rate(0), tax: rate(0) } : periodRates(terms),
    first_period_days: terms.first_period_days ?? Math.max(1, daysBetween(start, first_due)),
    flat,
    ...{ versions: [{ version: 1, from: start, rows }], applied: 0, prepaid_period: null, settled: null },
  }
}

/** The schedule in force. */
export function rowsInForce({ versions }: Pick<LoanPosition, 'versions'>): readonly ScheduleRow[] {
  return versions.at(-1)?.rows ?? []
}

/** The sum of the rows' payments, in centavos: of a contract, its `final_value` and `total_debt`. */
export function sumPayments(rows: readonly Pick<ScheduleRow, 'payment'>[]): Cents {
  return rows.reduce((sum, { payment }) => sum + payment, 0)
}

/**
 * The period of a day: the rows due up to and including it, the next row (undefined after the last due date), and the
 * balances since the period began, with the days that the periodic rate stands for.
 */
export type Period = {
  due_rows: readonly ScheduleRow[]
  next: ScheduleRow | undefined
  later_rows: readonly ScheduleRow[]
  /** The principal of the schedule in force on the day. */
  balance: Cents
  spans: readonly BalanceSpan[]
  days: number
  /** Interest accrued in this period up to and including the day, and the VAT added to it. */
  interest: Cents
  tax: Cents
}

/** The period of `day`. On a due date the next period has just begun, and nothing is accrued in it. */
export function periodOn(position: LoanPosition, day: Day): Period {
  const rows = rowsInForce(position)
  const index = rows.findIndex(({ due_date }) => due_date > day)
  const next = index === -1 ? undefined : rows[index]
  if (next === undefined) {
    const nothing = { balance: 0, spans: [], days: 1, interest: 0, tax: 0 }
    return { due_rows: rows, next, later_rows: [], ...nothing }
  }
  const before = rows[index - 1]
  const from = before?.due_date ?? position.start
  const { prepaid_period, rates, flat } = position
  const spans =
    prepaid_period?.row === index
      ? prepaid_period.spans
      : [{ from, balance: before?.balance ?? next.balance + next.principal }]
  const days = index === 0 ? position.first_period_days : daysBetween(from, next.due_date)
  const interest = flat
    ? next.interest
    : accruedInterest(spans, { until: day, days, interest: rates.interest })
  return {
    ...{ due_rows: rows.slice(0, index), next, later_rows: rows.slice(index + 1), spans, days, interest },
    balance: spans.at(-1)?.balance ?? 0,
    tax: multiplyHalfUp(interest, rates.tax),
  }
}
