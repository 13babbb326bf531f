import { type Day, daysBetween } from '../dates.ts'
import { type Cents, proportion } from '../money.ts'
import type { PlannedInstallment } from './schedule.ts'

type Part = Pick<PlannedInstallment, 'payment' | 'principal' | 'interest'>

/** An amount in centavos divided into principal and finance charge (interest of a credit, commission of an advance). */
export type PaymentSplit = { principal: Cents; charge: Cents }

/**
 * Applies the total paid, in centavos, to the installments in the order of their due days; within each, it covers the
 * finance charge before the principal (Código Civil Federal art. 2094; the contract's clause on the application of
 * payments).
 */
export function splitPaid(schedule: readonly Part[], paid: Cents): PaymentSplit {
  const applied = { principal: 0, charge: 0 }
  let left = paid
  for (const { principal, interest } of schedule) {
    const charge = Math.min(left, interest)
    const capital = Math.min(left - charge, principal)
    applied.charge += charge
    applied.principal += capital
    left -= charge + capital
  }
  return applied
}

/** Principal in centavos that is not covered while `amount_due` is owed. A payoff is never below it. */
export function remainingPrincipal(schedule: readonly Part[], amount_due: Cents): Cents {
  const total = schedule.reduce((sum, { payment }) => sum + payment, 0)
  return splitPaid(schedule, total).principal - splitPaid(schedule, total - amount_due).principal
}

/** The loan on the day of its payoff. Amounts in centavos. */
export type PayoffInput = {
  type: 'credit' | 'advance'
  schedule: readonly PlannedInstallment[]
  amount_due: Cents
  /** Finance charge that the ledger has not booked as earned; the discount cannot exceed it. */
  unearned: Cents
  /** Business day on which STP received the payout; interest runs from this day. */
  start: Day
  today: Day
}

/** The amounts of a payoff, in centavos. */
export type Payoff = {
  /** The payment that settles the loan today: `principal` + `charge`. */
  amount: Cents
  principal: Cents
  /** Finance charge owed until today. */
  charge: Cents
  /** Finance charge of the days after today, which the worker does not pay. `amount` + `discount` is the amount due. */
  discount: Cents
}

/**
 * Calculates the interest in centavos that has accrued by the end of `today`: the whole interest of each installment
 * already due and, for the current installment, interest × elapsed days / days of its period, rounded half up. The
 * result is 0 on the day the payout was sent and equals the contract's interest on every due day, for months of any
 * length.
 */
export function accruedInterest({
  schedule,
  start,
  today,
}: Pick<PayoffInput, 'schedule' | 'start' | 'today'>): Cents {
  let from = start
  let accrued = 0
  for (const { due_date, interest } of schedule) {
    if (due_date <= today) accrued += interest
    else if (from < today)
      accrued += proportion(interest, daysBetween(from, today), daysBetween(from, due_date))
    from = due_date
  }
  return accrued
}

/**
 * Calculates the payoff of a loan on a day, in centavos.
 * - Credit: the principal not yet covered plus the accrued interest not yet covered. Interest of later days is
 *   discounted, because the law forbids charging it in advance (Ley para la Transparencia y Ordenamiento de los
 *   Servicios Financieros art. 10, Ley Federal de Protección al Consumidor art. 69). Interest already paid is not
 *   refunded.
 * - Advance: the whole amount due, without a discount: its commission is flat and due at once.
 *
 * The payoff is never above the amount due nor below the principal not covered. From the last due day on it equals the
 * amount due.
 */
export function payoff(loan: PayoffInput): Payoff {
  const { type, schedule, amount_due, unearned } = loan
  const total = schedule.reduce((sum, { payment }) => sum + payment, 0)
  const covered = splitPaid(schedule, total - amount_due)
  const principal = remainingPrincipal(schedule, amount_due)
  const openCharge = amount_due - principal
  const accrued = type === 'advance' ? openCharge : Math.max(0, accruedInterest(loan) - covered.charge)
  const charge = Math.max(accrued, openCharge - unearned)
  return { amount: principal + charge, principal, charge, discount: openCharge - charge }
}

/** A payment and the debt before it. Amounts in centavos. */
export type AppliedPayment = {
  schedule: readonly Part[]
  previous_amount_due: Cents
  amount_paid: Cents
  /** Finance charge that an early payoff discounts; 0 for other payments. */
  discount: Cents
}

/**
 * Divides one payment into principal and finance charge, in centavos. A payment that settles the loan covers all the
 * remaining principal, and the rest of it is finance charge.
 */
export function splitPayment(payment: AppliedPayment): PaymentSplit {
  const { schedule, previous_amount_due, amount_paid, discount } = payment
  const total = schedule.reduce((sum, row) => sum + row.payment, 0)
  const before = splitPaid(schedule, total - previous_amount_due)
  if (amount_paid + discount >= previous_amount_due) {
    const principal = splitPaid(schedule, total).principal - before.principal
    return { principal, charge: amount_paid - principal }
  }
  const after = splitPaid(schedule, total - previous_amount_due + amount_paid)
  return { principal: after.principal - before.principal, charge: after.charge - before.charge }
}
