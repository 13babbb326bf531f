import type { Day } from '../dates.ts'
import { type Cents, containedTax, multiplyHalfUp } from '../money.ts'
import { type Application, applyPayment, type DatedPayment, type PaymentResult } from './apply-payment.ts'
import { collectedOn, type LoanTax } from './books.ts'
import { amountDue, payoffOn } from './figures.ts'
import { type LoanPosition, periodOn, sumPayments } from './position.ts'

/**
 * Where a payment went, in centavos. `principal`, `interest` and `tax` are what it paid on its value date, with the VAT
 * apart also where the price contains it. With the money that waits on account they make up the amount.
 */
export type Division = Application & {
  principal: Cents
  interest: Cents
  tax: Cents
  previous_amount_due: Cents
}

/** A payment in the order of its registration. */
export type RecordedPayment = DatedPayment & { id: number }

/** A loan after all of its payments, with the division of each; or the payment that exceeds the payoff of its day. */
export type Replay =
  | { position: LoanPosition; divisions: ReadonlyMap<number, Division> }
  | { error: 'exceeds_payoff'; id: number; payoff: Cents }

/**
 * Money in centavos that waits on account of rows that are not due on `day`. The commission of an advance does not wait,
 * and nothing waits in a settled loan.
 */
export function waitingOn(position: LoanPosition, day: Day): Cents {
  if (position.flat || position.settled !== null) return 0
  return Math.max(0, position.applied - sumPayments(periodOn(position, day).due_rows))
}

/** The interest and the VAT that one payment collects itself; money that waited on account pays its charge first. */
function chargeOf(before: LoanPosition, after: LoanPosition, { day, tax }: { day: Day; tax: LoanTax }) {
  const [from, to] = [collectedOn(before, day), collectedOn(after, day)]
  const charge = to.interest - from.interest + to.tax - from.tax
  const waited = after.settled === null ? 0 : Math.min(charge, waitingOn(before, day))
  const own = charge - waited
  if (tax.tax_added) {
    const added = own === 0 ? 0 : multiplyHalfUp(own, { over: to.tax - from.tax, under: charge })
    return { interest: own - added, tax: added }
  }
  const contained =
    containedTax(to.interest, tax.tax_rate) - containedTax(from.interest + waited, tax.tax_rate)
  return { interest: own - contained, tax: contained }
}

/** Applies a payment and divides it. The position and the payment are those of `applyPayment`. */
export function applyAndDivide(
  before: LoanPosition,
  payment: DatedPayment,
  tax: LoanTax,
): Extract<PaymentResult, { error: string }> | { position: LoanPosition; division: Division } {
  const result = applyPayment(before, payment)
  if ('error' in result) return result
  const { position, application } = result
  const charge = chargeOf(before, position, { day: payment.value_date, tax })
  const waits = before.flat ? 0 : (application.on_account ?? 0)
  const principal = payment.amount - waits - charge.interest - charge.tax
  return {
    position,
    division: { ...application, ...charge, principal, previous_amount_due: amountDue(before) },
  }
}

/** Payments in order of value date, then of registration. */
export function inOrder<Payment extends RecordedPayment>(payments: readonly Payment[]): Payment[] {
  return payments.toSorted((one, other) =>
    one.value_date === other.value_date ? one.id - other.id : one.value_date < other.value_date ? -1 : 1,
  )
}

/**
 * Applies payments in order of value date, then of registration (lending.md §3). Every figure of a loan comes from here:
 * a correction is the same call without a payment, or with one more. A payment of 0 is one that is the worker's balance.
 */
export function replayPayments(
  opened: LoanPosition,
  payments: readonly RecordedPayment[],
  tax: LoanTax,
): Replay {
  const divisions = new Map<number, Division>()
  let position = opened
  for (const payment of inOrder(payments)) {
    if (payment.amount === 0) continue
    const applied = applyAndDivide(position, payment, tax)
    if ('error' in applied) return { ...applied, id: payment.id }
    position = applied.position
    divisions.set(payment.id, applied.division)
  }
  return { position, divisions }
}

/**
 * The position of a loan at the end of `day`: after the payments whose value date is not later. The payments are those
 * of a loan that replays without an error, so a part of them in their order does too.
 */
export function positionOn({ opened, payments, tax }: PaidLoan, day: Day): LoanPosition {
  const replay = replayPayments(
    opened,
    payments.filter(({ value_date }) => value_date <= day),
    tax,
  )
  if ('error' in replay) throw new Error(`Payment ${replay.id} exceeds the payoff of its value date`)
  return replay.position
}

/** A number above every payment's id: within its value date, a new payment comes last. */
export const NEW_PAYMENT_ID = Number.MAX_SAFE_INTEGER

/** A loan before its first payment, and the payments that count. */
type PaidLoan = { opened: LoanPosition; payments: readonly RecordedPayment[]; tax: LoanTax }

/**
 * The largest payment in centavos that a loan takes on `day`: its payoff, or, before other payments, the amount with
 * which none of them exceeds the payoff of its own day.
 */
export function largestPayment({ opened, payments, tax }: PaidLoan, day: Day): Cents {
  const earlier = payments.filter(({ value_date }) => value_date <= day)
  const before = replayPayments(opened, earlier, tax)
  if ('error' in before) return 0
  const payoff = payoffOn(before.position, day)
  if (earlier.length === payments.length) return payoff
  const payment = { id: NEW_PAYMENT_ID, value_date: day, excess: 'lower_payment' as const }
  let [low, high] = [0, payoff]
  while (low < high) {
    const amount = Math.ceil((low + high) / 2)
    if ('error' in replayPayments(opened, [...payments, { ...payment, amount }], tax)) high = amount - 1
    else low = amount
  }
  return low
}
