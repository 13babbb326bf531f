import { booksOn, EMPTY_BOOKS, type LoanBooks } from '@quincena/domain/loans/books'
import type { ExcessChoice } from '@quincena/domain/loans/excess'
import { payoffOn } from '@quincena/domain/loans/figures'
import { type LoanPosition, openLoan } from '@quincena/domain/loans/position'
import {
  applyAndDivide,
  type Division,
  type RecordedPayment,
  replayPayments,
} from '@quincena/domain/loans/replay'
import type { Cents } from '@quincena/domain/money'
import { type Cause, moneyMoves } from '../../apps/server/src/treasury/ledger/commands.ts'
import { type Move, movesBetween, signedMove } from '../../apps/server/src/treasury/ledger/rules.ts'
import { dayNumber, dayText } from './days.ts'
import type { LoanPlan } from './loan-plan.ts'

/** What the ledger gets on a day, all for one cause. */
export interface Posting {
  day: number
  cause: Cause
  moves: readonly Move[]
}

/** A payment and where it went; `reversed_on` if a correction took it back. */
export interface Payment extends RecordedPayment {
  registered_on: number
  remainder: Cents
  channel: 'deduction' | 'transfer'
  division: Division
  reversed_on: number | null
  division_changed_on: number | null
}

export interface Correction {
  id: number
  payment_id: number
  day: number
}

/** A loan that is paid out, with everything that happened to it until now. */
export interface History {
  plan: LoanPlan
  opened: LoanPosition
  position: LoanPosition
  payments: Payment[]
  corrections: Correction[]
  postings: Posting[]
  /** The ledger holds the books at the end of this day. */
  booked: number
  books: LoanBooks
}

/** Gives out ids in ascending order. */
export interface Ids {
  payment: () => number
  correction: () => number
}

const principalMove = (amount: Cents) =>
  signedMove('payout_principal', ['loan_receivable', 'stp_in_transit'], amount)
const settlementMove = (amount: Cents) => signedMove('settlement', ['stp_in_transit', 'stp_cash'], amount)

/** Puts a loan in force: its payout is posted and settled on the day of its start. */
export function openHistory(plan: LoanPlan, transfer_id: number): History {
  const { start, type, annual_rate, frequency, tax_rate, tax_added, rows, amount } = plan
  const opened = openLoan({ type, annual_rate, frequency, tax_rate, tax_added, start, rows })
  const books = booksOn(opened, start, plan)
  const day = dayNumber(start)
  const change = { from: EMPTY_BOOKS, to: books, tax_added, money: amount, is_payout: true }
  const payout = [principalMove(amount), ...movesBetween(change)]
  const postings = [
    { day, cause: { transfer_id }, moves: payout },
    { day, cause: { transfer_id }, moves: [settlementMove(amount)] },
  ]
  return { plan, opened, position: opened, payments: [], corrections: [], postings, booked: day, books }
}

/** Takes the payout back: STP returned the money. */
export function returnPayout(history: History, transfer_id: number): void {
  const { amount, tax_added } = history.plan
  const change = { from: history.books, to: EMPTY_BOOKS, tax_added, money: -amount, is_payout: true }
  const moves = [settlementMove(-amount), principalMove(-amount), ...movesBetween(change)]
  history.postings.push({ day: history.booked + 1, cause: { transfer_id }, moves })
}

/** All generated payments reached the bank. */
const DEPOSIT = { incoming_payment_id: null, bank_account_id: null, from_balance: false }

/** Posts the difference to the books of a day, with the money that caused it. */
function post(
  history: History,
  day: number,
  { cause, money }: { cause: Cause; money?: { amount: Cents; remainder: Cents } },
) {
  const { plan, position, books: from } = history
  const to = booksOn(position, dayText(day), plan)
  const { amount, remainder } = money ?? { amount: 0, remainder: 0 }
  const change = { from, to, tax_added: plan.tax_added, money: remainder - amount }
  const moves = [...moneyMoves({ amount, remainder, source: DEPOSIT }), ...movesBetween(change)]
  history.postings.push({ day, cause, moves })
  history.books = to
  history.booked = day
}

/** Posts what the loan has accrued until the end of a day. */
export const accrue = (history: History, day: number): void =>
  post(history, day, { cause: { accrual_day: dayText(day) } })

export interface Money {
  /** The day of registration, and the value date. */
  day: number
  value_day: number
  amount: Cents
  /** What the worker paid beyond the payoff. */
  remainder?: Cents
  excess: ExcessChoice
}

/** Registers a payment of at most the payoff; its value date is not before that of the payment before. */
export function pay(history: History, ids: Ids, { day, value_day, amount, excess, ...money }: Money): void {
  const last = history.payments.findLast(({ reversed_on }) => reversed_on === null)?.value_date
  const wanted = dayText(Math.max(value_day, dayNumber(history.plan.start)))
  const value_date = last !== undefined && last > wanted ? last : wanted
  const payoff = payoffOn(history.position, value_date)
  const paid = Math.min(payoff, amount)
  if (paid <= 0) return
  const remainder = paid === payoff ? (money.remainder ?? 0) : 0
  const id = ids.payment()
  const payment = { id, value_date, amount: paid, excess }
  const applied = applyAndDivide(history.position, payment, history.plan)
  if ('error' in applied) throw new Error(`payment of loan ${history.plan.id}: ${applied.error}`)
  history.position = applied.position
  history.payments.push({
    ...payment,
    ...{ registered_on: day, remainder, division: applied.division },
    ...{ channel: history.plan.random.below(4) === 0 ? 'transfer' : 'deduction' },
    ...{ reversed_on: null, division_changed_on: null },
  })
  post(history, day, { cause: { payment_id: id }, money: { amount: paid + remainder, remainder } })
}

/** Reverses a payment by a correction, unless a later one would then exceed its payoff. */
export function reverse(
  history: History,
  ids: Ids,
  { day, payment }: { day: number; payment: Payment },
): void {
  const counting = history.payments.filter((other) => other.reversed_on === null && other !== payment)
  const replay = replayPayments(history.opened, counting, history.plan)
  if ('error' in replay) return
  const { amount, remainder, id: payment_id } = payment
  payment.reversed_on = day
  for (const other of counting) {
    const division = replay.divisions.get(other.id)
    if (division === undefined || JSON.stringify(division) === JSON.stringify(other.division)) continue
    other.division = division
    other.division_changed_on = day
  }
  history.position = replay.position
  const correction = { id: ids.correction(), payment_id, day }
  history.corrections.push(correction)
  const money = { amount: -(amount + remainder), remainder: -remainder }
  post(history, day, { cause: { correction_id: correction.id }, money })
}
