import { type Day, daysBetween } from '../dates.ts'
import { type Cents, proportion } from '../money.ts'
import type { PlannedInstallment } from './schedule.ts'

type Part = Pick<PlannedInstallment, 'payment' | 'principal' | 'interest'>

/** An amount as the contract applies it: the finance charge (interest or commission) first, then principal. */
export type Applied = { principal: Cents; charge: Cents }

/**
 * What `paid` has covered: the instalments in the order of their due days and, within each, the finance charge before
 * the principal (Código Civil Federal art. 2094; the contract's clause on the application of payments).
 */
export function appliedTo(schedule: readonly Part[], paid: Cents): Applied {
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

/** The principal of a schedule that is not covered while `amount_due` is owed: no settlement takes less. */
export function principalLeft(schedule: readonly Part[], amount_due: Cents): Cents {
  const total = schedule.reduce((sum, { payment }) => sum + payment, 0)
  return appliedTo(schedule, total).principal - appliedTo(schedule, total - amount_due).principal
}

export type PayoffStanding = {
  type: 'credit' | 'advance'
  schedule: readonly PlannedInstallment[]
  amount_due: Cents
  /** What the books have not earned yet of the finance charge: no more than this can be given back. */
  unearned: Cents
  /** The business day on which the money was sent: interest runs from it. */
  start: Day
  today: Day
}

export type Payoff = {
  /** What settles the loan today: `principal` + `charge`. */
  amount: Cents
  principal: Cents
  /** Of the finance charge, what is owed until today. */
  charge: Cents
  /** Given back: what would have been earned from tomorrow on. `amount` + `discount` is the debt. */
  discount: Cents
}

/**
 * The interest of the schedule that has run by the end of `today`: the instalments that fell due, whole, and of the one
 * under way its interest × days gone / days of its period, half up. So it is 0 on the day the money was sent and exactly
 * the contract's on every due day, whatever the month's length.
 */
export function accruedInterest({
  schedule,
  start,
  today,
}: Pick<PayoffStanding, 'schedule' | 'start' | 'today'>): Cents {
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
 * What settles a loan on a day, in centavos. A credit: the principal not yet covered, and the interest that has run and
 * is not covered; interest of days to come is given back, for it may not be asked for in advance (Ley para la
 * Transparencia y Ordenamiento de los Servicios Financieros art. 10, Ley Federal de Protección al Consumidor art. 69).
 * Instalments that are already paid stay paid. An advance has no discount: its commission is flat and due at once.
 * Never above what is owed, never below the principal not covered; what is owed itself from the last due day on.
 */
export function payoff(standing: PayoffStanding): Payoff {
  const { type, schedule, amount_due, unearned } = standing
  const total = schedule.reduce((sum, { payment }) => sum + payment, 0)
  const covered = appliedTo(schedule, total - amount_due)
  const principal = principalLeft(schedule, amount_due)
  const owed = amount_due - principal
  const run = type === 'advance' ? owed : Math.max(0, accruedInterest(standing) - covered.charge)
  const charge = Math.max(run, owed - unearned)
  return { amount: principal + charge, principal, charge, discount: owed - charge }
}

export type AppliedPayment = {
  schedule: readonly Part[]
  previous_amount_due: Cents
  amount_paid: Cents
  /** Given back with an early settlement. */
  discount: Cents
}

/** How one payment divides into principal and finance charge; a payment that settles takes all the principal left. */
export function appliedPayment(payment: AppliedPayment): Applied {
  const { schedule, previous_amount_due, amount_paid, discount } = payment
  const total = schedule.reduce((sum, row) => sum + row.payment, 0)
  const before = appliedTo(schedule, total - previous_amount_due)
  if (amount_paid + discount >= previous_amount_due) {
    const principal = appliedTo(schedule, total).principal - before.principal
    return { principal, charge: amount_paid - principal }
  }
  const after = appliedTo(schedule, total - previous_amount_due + amount_paid)
  return { principal: after.principal - before.principal, charge: after.charge - before.charge }
}
