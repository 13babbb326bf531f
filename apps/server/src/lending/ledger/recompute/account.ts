import type { Cents } from '@quincena/domain/money'
import { MILLION, nearest, type PeriodRate } from './arithmetic.ts'

/** A day as the number of days since 1970-01-01. */
export type DayNumber = number

/** A row of a schedule, in centavos; `before` is the principal owed before it, the rest of `payment` is principal. */
export interface Row {
  due: DayNumber
  payment: Cents
  interest: Cents
  tax: Cents
  before: Cents
}

/** What a loan's contract fixes. `vat` is a rate in millionths. */
export interface Terms {
  is_advance: boolean
  rate: PeriodRate
  vat: number
  start: DayNumber
  /** Days of the first period that the periodic rate stands for. */
  first_days: number
}

/**
 * The principal in the period of the row with index `row`: `principal` centavos since the day `since`, and before that
 * `area` centavo-days (centavos × the days for which they stood).
 */
interface PeriodPrincipal {
  row: number
  area: number
  since: DayNumber
  principal: Cents
}

/** A loan while its payments are applied one by one; `pay` changes it. */
export interface Account {
  terms: Terms
  /** The schedule in force. */
  rows: Row[]
  /** Centavos paid to installments, without prepayments. */
  paid: Cents
  /** Set by a prepayment, for the period in which it was made. */
  prepaid: PeriodPrincipal | null
  /** The interest and VAT earned by the time of the payment that settled the loan. */
  settled: { interest: Cents; tax: Cents } | null
}

export const openAccount = (terms: Terms, rows: Row[]): Account => ({
  ...{ terms, rows, paid: 0, prepaid: null, settled: null },
})

/** Number of rows due up to and including a day. */
export function rowsDue({ rows }: Account, day: DayNumber): number {
  let count = 0
  while (count < rows.length && (rows[count]?.due ?? 0) <= day) count += 1
  return count
}

/** Sum of the payments of the first `count` rows. */
export function sumUpTo({ rows }: Account, count: number): Cents {
  let sum = 0
  for (let index = 0; index < count; index += 1) sum += rows[index]?.payment ?? 0
  return sum
}

/** What is still to be paid by the schedule in force. */
export function owedOn(account: Account): Cents {
  return account.settled === null ? sumUpTo(account, account.rows.length) - account.paid : 0
}

/** The principal of the period of row `row`: as a prepayment left it, or since the period began. */
export function principalIn({ terms, rows, prepaid }: Account, row: number): PeriodPrincipal {
  if (prepaid?.row === row) return prepaid
  const since = row === 0 ? terms.start : (rows[row - 1]?.due ?? 0)
  return { row, area: 0, since, principal: rows[row]?.before ?? 0 }
}

/** The interest of the period of row `row` from its first day to `day`. */
export function interestUntil(
  account: Account,
  { row, area, since, principal }: PeriodPrincipal,
  day: DayNumber,
) {
  const { terms, rows } = account
  const { annual, periods } = terms.rate
  const length = row === 0 ? terms.first_days : (rows[row]?.due ?? 0) - (rows[row - 1]?.due ?? 0)
  const whole = area + principal * Math.max(0, day - since)
  return nearest(whole, annual, periods * MILLION * length)
}

/**
 * Where a loan stands on a day: the number of rows due, the principal not yet due by the schedule, and the interest and
 * added VAT of the period that has begun.
 */
export interface Standpoint {
  due: number
  principal: Cents
  interest: Cents
  tax: Cents
}

export function standpointOn(account: Account, day: DayNumber): Standpoint {
  const due = rowsDue(account, day)
  const next = account.rows[due]
  if (next === undefined) return { due, principal: 0, interest: 0, tax: 0 }
  const period = principalIn(account, due)
  const principal = period.principal
  if (account.terms.is_advance) return { due, principal, interest: next.interest, tax: 0 }
  const interest = interestUntil(account, period, day)
  return { due, principal, interest, tax: nearest(interest, account.terms.rate.vat_on_top, MILLION) }
}

/** Everything that has been earned by the end of a day: interest, and the VAT on top of it. */
export function earnedBy(account: Account, day: DayNumber): { interest: Cents; tax: Cents } {
  if (account.settled !== null) return account.settled
  let { due, interest, tax } = standpointOn(account, day)
  for (let index = 0; index < due; index += 1) {
    interest += account.rows[index]?.interest ?? 0
    tax += account.rows[index]?.tax ?? 0
  }
  return { interest, tax }
}
