import type { Cents } from '@quincena/domain/money'
import {
  type Account,
  type DayNumber,
  earnedBy,
  interestUntil,
  owedOn,
  principalIn,
  type Row,
  type Standpoint,
  standpointOn,
  sumUpTo,
} from './account.ts'
import { levelPaymentOf, MILLION, nearest, type PeriodRate } from './arithmetic.ts'

export type Excess = 'lower_payment' | 'shorter_term' | 'in_advance'

/** Money that the lender received for a loan; `waived` centavos of interest were left open when it settled the loan. */
export interface Money {
  day: DayNumber
  amount: Cents
  waived: Cents
  excess: Excess
}

/** Where money went; `due`, `on_account` and `prepaid` are null if it settled the loan. */
export interface Destination {
  due: Cents | null
  on_account: Cents | null
  prepaid: Cents | null
  owed_before: Cents
  owed_after: Cents
  discount: Cents
}

/** What settles the loan on the day of a standpoint (lending.md §3). */
function payoffAt(account: Account, at: Standpoint): Cents {
  return sumUpTo(account, at.due) + at.principal + at.interest + at.tax - account.paid
}

/** Applies money to a loan. `'too much'` if it exceeds the payoff; then nothing changes. */
export function pay(account: Account, money: Money): Destination | 'too much' {
  const at = standpointOn(account, money.day)
  const payoff = account.settled === null ? payoffAt(account, at) : 0
  const owed_before = owedOn(account)
  const { amount, waived, excess } = money
  if (amount > payoff) return 'too much'
  if (amount + waived === payoff) {
    const earned = earnedBy(account, money.day)
    account.settled = { interest: earned.interest - waived, tax: earned.tax }
    account.paid += amount
    const nowhere = { due: null, on_account: null, prepaid: null }
    return { ...nowhere, owed_before, owed_after: 0, discount: owed_before - amount }
  }
  const by_now = sumUpTo(account, at.due)
  const due = Math.min(amount, Math.max(0, by_now - account.paid))
  const rest = amount - due
  const next = account.rows[at.due]
  const missing = Math.max(0, by_now + (next?.payment ?? 0) - account.paid - due)
  const on_account = excess === 'in_advance' ? rest : Math.min(rest, missing)
  const prepaid = rest - on_account
  account.paid += due + on_account
  if (prepaid > 0) prepay(account, at.due, { ...money, amount: prepaid })
  const owed_after = owedOn(account)
  return { due, on_account, prepaid, owed_before, owed_after, discount: owed_before - amount - owed_after }
}

/** Lowers the principal in the period of row `current` and puts another schedule in force. */
function prepay(account: Account, current: number, { day, amount, excess }: Money): void {
  const was = principalIn(account, current)
  const principal = was.principal - amount
  const area = was.area + was.principal * Math.max(0, day - was.since)
  account.prepaid = { row: current, area, since: Math.max(day, was.since), principal }
  const old_total = sumUpTo(account, account.rows.length)
  const past = account.rows.slice(0, current)
  const future = account.rows.slice(current)
  const paid_by_past = sumUpTo(account, current)
  const shorter = () => rowsFrom(account, future, false)
  const wanted = excess === 'lower_payment' ? rowsFrom(account, future, true) : shorter()
  const total = wanted.reduce((sum, { payment }) => sum + payment, paid_by_past)
  const rows = total + amount > old_total && excess === 'lower_payment' ? shorter() : wanted
  account.rows = [...past, ...rows]
}

/** The rows after a prepayment: the next one keeps its payment, the others are leveled again or keep theirs. */
function rowsFrom(account: Account, [next, ...later]: Row[], leveled: boolean): Row[] {
  const { prepaid, terms } = account
  if (next === undefined || prepaid === null) return []
  const { rate } = terms
  const first = rowOf(
    next,
    { before: prepaid.principal, interest: interestUntil(account, prepaid, next.due) },
    rate,
  )
  if (later.length === 0) first.payment = first.before + first.interest + first.tax
  const rows = [first]
  let before = first.before + first.interest + first.tax - first.payment
  const level = leveled && later.length > 0 ? levelPaymentOf(before, rate, later.length) : null
  for (const old of later) {
    if (before === 0) break
    const interest = nearest(before, rate.annual, rate.periods * MILLION)
    const row = rowOf({ ...old, payment: level ?? old.payment }, { before, interest }, rate)
    if (old === later.at(-1)) row.payment = before + row.interest + row.tax
    rows.push(row)
    before += row.interest + row.tax - row.payment
  }
  return rows
}

/** A row that pays the payment of `old`, or what is owed if that is less. */
function rowOf(old: Row, { before, interest }: Pick<Row, 'before' | 'interest'>, rate: PeriodRate): Row {
  const tax = nearest(interest, rate.vat_on_top, MILLION)
  return { due: old.due, payment: Math.min(old.payment, before + interest + tax), interest, tax, before }
}
