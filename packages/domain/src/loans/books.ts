import type { Day } from '../dates.ts'
import { type Cents, containedTax, multiplyHalfUp } from '../money.ts'
import type { ScheduleRow } from './amortization.ts'
import { accruedOn, amountDue } from './figures.ts'
import { type LoanPosition, rowsInForce } from './position.ts'

/**
 * What the ledger's accounts of one loan hold on a day, in centavos (lending.md §6). `receivable` is a debit balance, the
 * others are credit balances. `tax_pending` is VAT whose interest is not collected yet; it becomes payable with the
 * interest that is paid (LIVA art. 1-B).
 */
export type LoanBooks = {
  receivable: Cents
  unearned: Cents
  income: Cents
  tax_pending: Cents
  tax_payable: Cents
}

/** A loan's VAT: its rate as a fraction, and whether it is added to the interest or contained in it. */
export type LoanTax = { tax_rate: number; tax_added: boolean }

const sumOf = (rows: readonly ScheduleRow[], part: 'interest' | 'tax'): Cents =>
  rows.reduce((sum, row) => sum + row[part], 0)

/**
 * The interest and the added VAT that payments have collected by the end of `day`, in centavos. Money reaches the rows
 * in order, and in each row interest and VAT come before principal. Money on account of a row counts on its due date; an
 * advance has no such wait.
 */
export function collectedOn(position: LoanPosition, day: Day): { interest: Cents; tax: Cents } {
  const { settled, flat, applied } = position
  if (settled !== null) return { interest: settled.accrued, tax: settled.tax }
  const collected = { interest: 0, tax: 0 }
  let left = applied
  for (const { due_date, payment, interest, tax } of rowsInForce(position)) {
    if (left <= 0 || (due_date > day && !flat)) break
    const charge = Math.min(left, interest + tax)
    const charged_tax = tax === 0 ? 0 : multiplyHalfUp(charge, { over: tax, under: interest + tax })
    collected.interest += charge - charged_tax
    collected.tax += charged_tax
    left -= payment
  }
  return collected
}

/**
 * What payments have paid of the charge by the end of `day`, in centavos: `interest` without VAT, and the VAT of that
 * interest, contained or added.
 */
export function paidChargeOn(
  position: LoanPosition,
  day: Day,
  { tax_rate, tax_added }: LoanTax,
): { interest: Cents; tax: Cents } {
  const collected = collectedOn(position, day)
  const tax = tax_added ? collected.tax : containedTax(collected.interest, tax_rate)
  return { interest: collected.interest + collected.tax - tax, tax }
}

/**
 * The books of a loan at the end of `day`. Every posting of payments, accrual and corrections is the difference between
 * two of them, so that the ledger always holds this function's result.
 */
export function booksOn(position: LoanPosition, day: Day, { tax_rate, tax_added }: LoanTax): LoanBooks {
  const rows = rowsInForce(position)
  const earned = accruedOn(position, day)
  const { tax: tax_payable } = paidChargeOn(position, day, { tax_rate, tax_added })
  const charge = position.settled === null ? sumOf(rows, 'interest') : earned
  const shared = { receivable: amountDue(position), unearned: charge - earned }
  if (tax_added) {
    const tax = position.settled?.tax ?? sumOf(rows, 'tax')
    return { ...shared, income: earned, tax_pending: tax - tax_payable, tax_payable }
  }
  const tax = containedTax(earned, tax_rate)
  return { ...shared, income: earned - tax, tax_pending: tax - tax_payable, tax_payable }
}

/** The books of a loan without a payout. */
export const EMPTY_BOOKS: LoanBooks = {
  ...{ receivable: 0, unearned: 0, income: 0, tax_pending: 0, tax_payable: 0 },
}
