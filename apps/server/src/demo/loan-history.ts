import { businessDay, nextPayDate, TIME_ZONE } from '@quincena/domain/dates'
import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { LoanRequest, LoanUsers, PaymentWish } from './loan-steps.ts'
import {
  apply,
  approve,
  cancel,
  decline,
  makeSemimonthly,
  pay,
  reject,
  report,
  reverse,
  sign,
} from './loan-steps.ts'

/** The steps of a loan; yields the instant of its next step. */
export type Steps = AsyncGenerator<Temporal.Instant, void>

export type Ending =
  | 'requested'
  | 'offered'
  | 'rejected'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'returned'
  | 'unanswered'
  | 'in_transit'
  | 'paying'
  | 'late'
  | 'paid'
  | 'lower_payment'
  | 'shorter_term'
  | 'in_advance'
  | 'corrected'
  | 'semimonthly'

export interface LoanPlan {
  request: LoanRequest
  ending: Ending
  starts_at: Temporal.Instant
}

const reasons = [
  'El descuento superaría el 30 % de tu sueldo. Pide un monto menor.',
  'El comprobante de domicilio no corresponde a tu dirección.',
  'Tu empresa nos avisó de tu baja en la nómina.',
]

const day = (count: number) => Temporal.Duration.from({ hours: 24 * count })

async function* decide(users: LoanUsers, loan: { id: number; ending: Ending; now: Temporal.Instant }): Steps {
  yield loan.now.add({ hours: users.run.random.between(2, 30) })
  if (loan.ending === 'rejected')
    await reject(users, { loan_id: loan.id, reason: users.run.random.pick(reasons) })
  else await approve(users, loan.id)
}

/** How each payment of a loan with one of these endings differs from the suggestion, by its number. */
const wishes: Partial<Record<Ending, (number: number) => PaymentWish>> = {
  lower_payment: (number) => (number === 2 ? { beyond: 250_000, excess: 'lower_payment' } : {}),
  shorter_term: (number) => (number === 2 ? { beyond: 250_000, excess: 'shorter_term' } : {}),
  in_advance: (number) => (number === 2 ? { beyond: 150_000, excess: 'in_advance' } : {}),
  corrected: (number) => (number === 3 ? { days_back: 12 } : {}),
}

/** Registers a payment on the wrong loan, and reverses it the next day. */
async function* payByMistake(users: LoanUsers, { id, now }: { id: number; now: Temporal.Instant }): Steps {
  yield now
  const { payment_id } = await pay(users, id, { beyond: 90_000 })
  yield now.add(day(1))
  await reverse(users, payment_id)
}

/** Days from one due date to the next, and the number of payments; a loan with the ending `late` stops early. */
function rhythmOf({ ending, request }: LoanPlan, sent_days: number) {
  if (request.type === 'advance') return { period: 0, count: 1 }
  if (ending === 'semimonthly') return { period: 15.2, count: request.months * 2 }
  const period = 30.4
  const late = Math.max(0, Math.floor(sent_days / period) - 1)
  return { period, count: ending === 'late' ? late : request.months }
}

/** Pays each installment a few days before it is due. */
async function* repay(
  users: LoanUsers,
  { id, plan, sent }: { id: number; plan: LoanPlan; sent: Temporal.Instant },
): Steps {
  const { random, end } = users.run
  const { ending, request } = plan
  const { period, count } = rhythmOf(plan, sent.until(end).total('hours') / 24)
  if (ending === 'corrected') yield* payByMistake(users, { id, now: sent.add(day(10)) })
  for (let number = 1; number <= count; number += 1) {
    const due = request.type === 'credit' ? period * number : random.between(5, 12)
    const early = request.type === 'credit' ? random.between(4, 70) : 2
    yield sent.add(day(Math.floor(due))).subtract({ hours: early })
    const { left } = await pay(users, id, wishes[ending]?.(number))
    if (left === 0) return
  }
}

async function* payOut(
  users: LoanUsers,
  { id, plan, now }: { id: number; plan: LoanPlan; now: Temporal.Instant },
): Steps {
  const { run } = users
  run.setStpAnswer(plan.ending === 'unanswered' ? 'silent' : 'accepts')
  const transfer_id = await sign(users, id)
  run.setStpAnswer('accepts')
  if (plan.ending === 'unanswered' || plan.ending === 'in_transit') return
  const sent = now.add({ seconds: 4 })
  yield sent
  const isReturned = plan.ending === 'returned' || plan.ending === 'cancelled'
  await report(users, { transfer_id, stp_state: isReturned ? 'D' : 'LQ' })
  if (plan.ending === 'cancelled') {
    yield sent.add({ hours: 50 })
    await cancel(users, id)
  }
  if (!isReturned) yield* repay(users, { id, plan, sent })
}

/** Moves an instant out of STP's nightly pause, during which it takes no orders. */
function afterNightlyPause(now: Temporal.Instant): Temporal.Instant {
  return isNightlyPause({ now, bank_days: true }) ? now.add({ minutes: 15 }) : now
}

/** Noon of the next pay date, on which a credit with an installment on each pay date starts. */
function noonOfPayDate(instant: Temporal.Instant): Temporal.Instant {
  const day = Temporal.PlainDate.from(nextPayDate(businessDay(instant)))
  return day.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '12:00' }).toInstant()
}

/** Runs a loan from the request to its ending; steps after the demo's present are not run. */
export async function* runLoan(users: LoanUsers, plan: LoanPlan): Steps {
  yield plan.starts_at
  const { ending, request } = plan
  const id = await apply(users, request)
  if (ending === 'requested') return
  if (ending === 'semimonthly') await makeSemimonthly(users, id)
  if (request.type === 'credit') yield* decide(users, { id, ending, now: plan.starts_at })
  if (ending === 'rejected' || ending === 'offered' || ending === 'expired') return
  const signs = plan.starts_at.add({ hours: request.type === 'credit' ? 34 : 1 })
  const now = afterNightlyPause(ending === 'semimonthly' ? noonOfPayDate(signs) : signs)
  yield now
  if (ending === 'declined') return decline(users, id)
  yield* payOut(users, { id, plan, now })
}
