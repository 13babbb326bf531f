import type { Cents } from '@quincena/domain/money'
import { type Account, type DayNumber, earnedBy, owedOn, rowsDue, sumUpTo } from './account.ts'
import { nearest, vatInside } from './arithmetic.ts'

/** What the ledger's accounts of a loan must hold, in centavos: the receivable as a debit, the others as credits. */
export interface Books {
  receivable: Cents
  unearned: Cents
  income: Cents
  tax_pending: Cents
  tax_payable: Cents
}

/**
 * The interest and the added VAT that the money paid up to the end of a day. In each row both come before principal.
 * Money for a row that is not due waits for its day, except in an advance.
 */
export function collectedBy(account: Account, day: DayNumber): { interest: Cents; tax: Cents } {
  if (account.settled !== null) return account.settled
  const { rows, terms } = account
  const reached = terms.is_advance ? rows.length : rowsDue(account, day)
  let interest = 0
  let tax = 0
  let money = account.paid
  for (let index = 0; index < reached && money > 0; index += 1) {
    const row = rows[index]
    if (row === undefined) break
    const charge = Math.min(money, row.interest + row.tax)
    const vat = row.tax === 0 ? 0 : nearest(charge, row.tax, row.interest + row.tax)
    interest += charge - vat
    tax += vat
    money -= row.payment
  }
  return { interest, tax }
}

/** Money that waits on `day` for a later due date. */
export function waitingOn(account: Account, day: DayNumber): Cents {
  if (account.terms.is_advance) return 0
  return Math.max(0, account.paid - sumUpTo(account, rowsDue(account, day)))
}

/** The books of a loan at the end of a day (lending.md §6). */
export function booksAt(account: Account, day: DayNumber, tax_added: boolean): Books {
  const { rows, settled, terms } = account
  const earned = earnedBy(account, day)
  const collected = collectedBy(account, day)
  let charge = 0
  let taxes = 0
  for (const row of rows) {
    charge += row.interest
    taxes += row.tax
  }
  const receivable = owedOn(account)
  const unearned = settled === null ? charge - earned.interest : 0
  if (tax_added) {
    const tax_pending = (settled?.tax ?? taxes) - collected.tax
    return { receivable, unearned, income: earned.interest, tax_pending, tax_payable: collected.tax }
  }
  const vat_earned = vatInside(earned.interest, terms.vat)
  const tax_payable = vatInside(collected.interest, terms.vat)
  const income = earned.interest - vat_earned
  return { receivable, unearned, income, tax_pending: vat_earned - tax_payable, tax_payable }
}
