import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { LoanRequest, LoanUsers } from './loan-steps.ts'
import { apply, approve, cancel, decline, pay, reject, report, sign } from './loan-steps.ts'

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

/** Pays each installment a few days before it is due; a loan with the ending `late` stops early. */
async function* repay(
  users: LoanUsers,
  { id, plan, sent }: { id: number; plan: LoanPlan; sent: Temporal.Instant },
): Steps {
  const { run } = users
  const credit = plan.request.type === 'credit'
  const count = credit ? plan.request.months : 1
  const paid =
    plan.ending === 'late'
      ? Math.max(0, Math.floor(sent.until(run.end).total('hours') / 24 / 30.4) - 1)
      : count
  for (let number = 1; number <= paid; number += 1) {
    const due = credit ? 30.4 * number : run.random.between(5, 12)
    yield sent.add(day(Math.floor(due))).subtract({ hours: credit ? run.random.between(4, 70) : 2 })
    if ((await pay(users, id)) === 0) return
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

/** Runs a loan from the request to its ending; steps after the demo's present are not run. */
export async function* runLoan(users: LoanUsers, plan: LoanPlan): Steps {
  yield plan.starts_at
  const { ending, request } = plan
  const id = await apply(users, request)
  if (ending === 'requested') return
  if (request.type === 'credit') yield* decide(users, { id, ending, now: plan.starts_at })
  if (ending === 'rejected' || ending === 'offered' || ending === 'expired') return
  const now = afterNightlyPause(plan.starts_at.add({ hours: request.type === 'credit' ? 34 : 1 }))
  yield now
  if (ending === 'declined') return decline(users, id)
  yield* payOut(users, { id, plan, now })
}
