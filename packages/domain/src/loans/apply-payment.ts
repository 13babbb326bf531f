import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'
import { accruedInterest, levelPayment, type ScheduleRow, scheduleRow, scheduleRows } from './amortization.ts'
import type { ExcessChoice } from './excess.ts'
import { accruedOn, amountDue, payoffOn } from './figures.ts'
import { type LoanPosition, type Period, periodOn, rowsInForce, sumPayments } from './position.ts'

/**
 * A payment: amount in centavos, and the day on which the money was the lender's. `waived` is interest that a payment
 * registered under an earlier rule left open when it settled the loan.
 */
export type DatedPayment = { value_date: Day; amount: Cents; excess: ExcessChoice; waived?: Cents }

/**
 * Where a payment went, in centavos. Its parts are null if it settled the loan. `discount` is the interest that the
 * worker saves: previous amount due − amount − discount = new amount due.
 */
export type Application = {
  due: Cents | null
  on_account: Cents | null
  prepaid: Cents | null
  settles: boolean
  discount: Cents
  amount_due: Cents
}

/** The position after a payment and where it went, or the payoff that the payment exceeds. */
export type PaymentResult =
  | { position: LoanPosition; application: Application }
  | { error: 'exceeds_payoff'; payoff: Cents }

/**
 * Applies a payment to a loan (lending.md §3): to amounts due, to the next installment on account, and the rest as a
 * prepayment or in advance. Payments must come in order of value date. A payment of exactly the payoff settles the loan.
 */
export function applyPayment(position: LoanPosition, payment: DatedPayment): PaymentResult {
  const { value_date, amount, excess, waived = 0 } = payment
  const payoff = payoffOn(position, value_date)
  if (amount > payoff) return { error: 'exceeds_payoff', payoff }
  const owed_before = amountDue(position)
  if (amount + waived === payoff) return settle(position, payment, owed_before)

  const period = periodOn(position, value_date)
  const due_sum = sumPayments(period.due_rows)
  const due = Math.min(amount, Math.max(0, due_sum - position.applied))
  const beyond = amount - due
  const lacking = Math.max(0, due_sum + (period.next?.payment ?? 0) - position.applied - due)
  const on_account = excess === 'in_advance' ? beyond : Math.min(beyond, lacking)
  const prepaid = beyond - on_account
  const paid = { ...position, applied: position.applied + due + on_account }
  const after = prepaid === 0 ? paid : prepay(paid, period, { day: value_date, prepaid, excess })
  const amount_due = amountDue(after)
  const discount = owed_before - amount - amount_due
  return { position: after, application: { due, on_account, prepaid, settles: false, discount, amount_due } }
}

function settle(
  position: LoanPosition,
  { value_date, amount, waived = 0 }: DatedPayment,
  owed_before: Cents,
): PaymentResult {
  const period = periodOn(position, value_date)
  const tax = period.due_rows.reduce((sum, row) => sum + row.tax, period.tax)
  const settled = { day: value_date, accrued: accruedOn(position, value_date) - waived, tax }
  return {
    position: { ...position, applied: position.applied + amount, settled },
    application: {
      ...{ due: null, on_account: null, prepaid: null },
      ...{ settles: true, discount: owed_before - amount, amount_due: 0 },
    },
  }
}

type Prepayment = { day: Day; prepaid: Cents; excess: ExcessChoice }

/**
 * Lowers the principal from the value date on and puts a new version of the schedule in force. If lower payments would
 * cost more than the old ones, the term gets shorter instead.
 */
function prepay(position: LoanPosition, period: Period, { day, prepaid, excess }: Prepayment): LoanPosition {
  const balance = period.balance - prepaid
  const spans = [...period.spans.filter(({ from }) => from < day), { from: day, balance }]
  const lowered = { ...period, balance, spans }
  let rows = rowsAfter(position, lowered, excess)
  const cost = sumPayments(rows) + prepaid
  if (cost > sumPayments(rowsInForce(position))) rows = rowsAfter(position, lowered, 'shorter_term')
  const version = { version: position.versions.length + 1, from: day, rows }
  return {
    ...position,
    versions: [...position.versions, version],
    prepaid_period: { row: period.due_rows.length, spans },
  }
}

/** The next row keeps its payment, with its interest recomputed; the rows after it are computed again. */
function rowsAfter(position: LoanPosition, period: Period, choice: ExcessChoice): ScheduleRow[] {
  const { due_rows, next, later_rows, balance, spans, days } = period
  const { rates } = position
  if (next === undefined) return [...due_rows]
  const interest = accruedInterest(spans, { until: next.due_date, days, interest: rates.interest })
  const payment = later_rows.length === 0 ? 'all' : next.payment
  const row = scheduleRow({ ...next, balance, interest, payment }, rates)
  if (later_rows.length === 0) return [...due_rows, row]
  const level = choice === 'lower_payment' ? levelPayment(row.balance, rates, later_rows.length) : null
  const rest = {
    first_number: next.number + 1,
    balance: row.balance,
    due_dates: later_rows.map(({ due_date }) => due_date),
    paymentOf: (index: number) => level ?? later_rows[index]?.payment ?? 0,
  }
  return [...due_rows, row, ...scheduleRows(rest, rates)]
}
