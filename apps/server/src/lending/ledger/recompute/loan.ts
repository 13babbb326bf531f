import type { Cents } from '@quincena/domain/money'
import { type Account, type DayNumber, openAccount, owedOn, type Row, type Terms } from './account.ts'
import { nearest, vatInside } from './arithmetic.ts'
import { type Books, booksAt, collectedBy, waitingOn } from './books.ts'
import { type Destination, type Money, pay } from './pay.ts'

/** A loan's contract, and the payments that count in order of value date, then of registration. */
export interface LoanFacts {
  terms: Terms
  tax_added: boolean
  rows: Row[]
  payments: readonly Money[]
  booked_day: DayNumber
}

/** Where a payment went, and what it paid itself on its value date: principal, net interest and VAT. */
export interface PaymentResult extends Destination {
  principal: Cents
  interest: Cents
  tax: Cents
}

/** What contract and payments make of a loan. A payment above the payoff of its day has no result. */
export interface Recomputed {
  books: Books
  amount_due: Cents
  is_settled: boolean
  next_due: DayNumber | null
  payments: (PaymentResult | null)[]
}

/** A payment of 0 is all the worker's: it pays nothing of the loan. */
const NOTHING: PaymentResult = {
  ...{ due: null, on_account: null, prepaid: null, owed_before: 0, owed_after: 0, discount: 0 },
  ...{ principal: 0, interest: 0, tax: 0 },
}

/** Applies one payment and says what it paid; null if it exceeds the payoff. */
function payAndDivide(account: Account, money: Money, tax_added: boolean): PaymentResult | null {
  const { day, amount } = money
  const before = collectedBy(account, day)
  const waited_before = waitingOn(account, day)
  const destination = pay(account, money)
  if (destination === 'too much') return null
  const after = collectedBy(account, day)
  const tax_reached = after.tax - before.tax
  const charge = after.interest - before.interest + tax_reached
  // A settling payment also sets free the money that waited, and that money pays the charge first.
  const by_waiting = account.settled === null ? 0 : Math.min(charge, waited_before)
  const own = charge - by_waiting
  const { vat } = account.terms
  const on_top = own === 0 ? 0 : nearest(own, tax_reached, charge)
  const tax = tax_added
    ? on_top
    : vatInside(after.interest, vat) - vatInside(before.interest + by_waiting, vat)
  const waits = account.terms.is_advance ? 0 : (destination.on_account ?? 0)
  return { ...destination, principal: amount - waits - own, interest: own - tax, tax }
}

/** The due date of the first row that the money does not cover, even if it is past. */
function firstUncovered({ rows, paid, settled }: Account): DayNumber | null {
  if (settled !== null) return null
  let sum = 0
  for (const row of rows) {
    sum += row.payment
    if (sum > paid) return row.due
  }
  return null
}

/**
 * Computes a loan anew from its contract and its payments (lending.md §2, §3 and §6). It shares no code with
 * packages/domain/src/loans and with the posting code, whose results are compared with it.
 */
export function recomputeLoan({ terms, rows, payments, tax_added, booked_day }: LoanFacts): Recomputed {
  const account = openAccount(terms, rows)
  const results = payments.map((money) =>
    money.amount === 0 ? NOTHING : payAndDivide(account, money, tax_added),
  )
  return {
    books: booksAt(account, booked_day, tax_added),
    amount_due: owedOn(account),
    is_settled: account.settled !== null,
    next_due: firstUncovered(account),
    payments: results,
  }
}
