import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { ScheduleRow } from './amortization.ts'
import { type LoanPosition, periodOn, rowsInForce, sumPayments } from './position.ts'

/** The amount that keeps a loan from being late, in centavos, and the last day to pay it. */
type ToPay = { by: Day; amount: Cents }

/** What is owed on a day, amounts in centavos (lending.md §3, §4 and §8). */
export type LoanFigures = {
  day: Day
  /** The sum of the schedule in force less the money applied to installments; 0 once settled. */
  amount_due: Cents
  /** The payment that settles the loan on this day. */
  payoff: Cents
  /** What is missing to cover the rows due before the day. */
  overdue: Cents
  /** Interest accrued from the start up to and including the day, or until the loan was settled. */
  accrued: Cents
  /** The due date of the first row that is not covered, even if it is past. */
  next_payment_date: Day | null
  to_pay: ToPay | null
}

/** What is still to be paid by the schedule in force, in centavos; 0 once settled. */
export function amountDue(position: LoanPosition): Cents {
  return position.settled === null ? sumPayments(rowsInForce(position)) - position.applied : 0
}

/**
 * The payment in centavos that settles the loan on `day`: rows due up to and including it, the principal that remains,
 * the interest accrued in the current period and the VAT added to it, less the money applied to installments.
 */
export function payoffOn(position: LoanPosition, day: Day): Cents {
  if (position.settled !== null) return 0
  const { due_rows, balance, interest, tax } = periodOn(position, day)
  return sumPayments(due_rows) + balance + interest + tax - position.applied
}

/** Interest in centavos that has accrued from the start up to and including `day`. */
export function accruedOn(position: LoanPosition, day: Day): Cents {
  if (position.settled !== null) return position.settled.accrued
  const { due_rows, interest } = periodOn(position, day)
  return due_rows.reduce((sum, row) => sum + row.interest, interest)
}

/** The rows that the money applied to installments does not cover, each with the sum of all payments up to it. */
function uncoveredRows(rows: readonly ScheduleRow[], applied: Cents) {
  let sum = 0
  const summed = rows.map((row) => {
    sum += row.payment
    return { due_date: row.due_date, payment: row.payment, sum }
  })
  return summed.filter((row) => row.sum > applied)
}

/**
 * What is still missing of each row of the schedule in force that is not covered, in centavos, in order of the due
 * dates; also of past ones. None once settled.
 */
export function uncoveredDues(position: LoanPosition): { due_date: Day; amount: Cents }[] {
  if (position.settled !== null) return []
  return uncoveredRows(rowsInForce(position), position.applied).map(({ due_date, payment, sum }) => ({
    due_date,
    amount: Math.min(payment, sum - position.applied),
  }))
}

/** The due date of the first row that is not covered, even if it is past; null if nothing is owed. */
export function nextPaymentDate(position: LoanPosition): Day | null {
  if (position.settled !== null) return null
  return uncoveredRows(rowsInForce(position), position.applied)[0]?.due_date ?? null
}

/** The payment in centavos that screens suggest: the smaller of `to_pay` and payoff (lending.md §3). */
export function suggestedAmount({ to_pay, payoff }: Pick<LoanFigures, 'to_pay' | 'payoff'>): Cents {
  return Math.min(to_pay?.amount ?? 0, payoff)
}

/** The first row that falls due on or after `day` and is not covered, or the last one that is not. */
function rowToPay(position: LoanPosition, day: Day) {
  const uncovered = uncoveredRows(rowsInForce(position), position.applied)
  return uncovered.find(({ due_date }) => due_date >= day) ?? uncovered.at(-1)
}

/**
 * The installment that `to_pay` is about: its payment, and what is missing to cover it and those before it, in centavos.
 * Null if nothing is owed.
 */
export function nextInstallment(position: LoanPosition, day: Day): { payment: Cents; missing: Cents } | null {
  const row = position.settled === null ? rowToPay(position, day) : undefined
  return row === undefined ? null : { payment: row.payment, missing: row.sum - position.applied }
}

/** Every figure of a loan on `day`. */
export function figuresOn(position: LoanPosition, day: Day): LoanFigures {
  const accrued = accruedOn(position, day)
  if (position.settled !== null)
    return { day, amount_due: 0, payoff: 0, overdue: 0, accrued, next_payment_date: null, to_pay: null }
  const rows = rowsInForce(position)
  const by = rowToPay(position, day)
  const past = sumPayments(rows.filter(({ due_date }) => due_date < day))
  return {
    day,
    amount_due: amountDue(position),
    payoff: payoffOn(position, day),
    overdue: Math.max(0, past - position.applied),
    accrued,
    next_payment_date: nextPaymentDate(position),
    to_pay: by === undefined ? null : { by: by.due_date, amount: by.sum - position.applied },
  }
}
