import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import { apply, approve, cancel, decline, type Part, pay, reject, report, sign, type Wish } from './scenes.ts'

/** The steps of a loan; yields the instant of its next step. */
export type Story = AsyncGenerator<Temporal.Instant, void>

export type Fate =
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

export interface Plot {
  wish: Wish
  fate: Fate
  starts: Temporal.Instant
}

const reasons = [
  'El descuento superaría el 30 % de tu sueldo. Pide un monto menor.',
  'El comprobante de domicilio no corresponde a tu dirección.',
  'Tu empresa nos avisó de tu baja en la nómina.',
]

const day = (count: number) => Temporal.Duration.from({ hours: 24 * count })

async function* decide(part: Part, loan: { id: number; fate: Fate; now: Temporal.Instant }): Story {
  yield loan.now.add({ hours: part.stage.random.between(2, 30) })
  if (loan.fate === 'rejected')
    await reject(part, { loan_id: loan.id, reason: part.stage.random.pick(reasons) })
  else await approve(part, loan.id)
}

/** Pays each installment a few days before it is due; a loan with the fate `late` stops early. */
async function* repay(
  part: Part,
  { id, plot, sent }: { id: number; plot: Plot; sent: Temporal.Instant },
): Story {
  const { stage } = part
  const credit = plot.wish.type === 'credit'
  const count = credit ? plot.wish.months : 1
  const paid =
    plot.fate === 'late'
      ? Math.max(0, Math.floor(sent.until(stage.end).total('hours') / 24 / 30.4) - 1)
      : count
  for (let number = 1; number <= paid; number += 1) {
    const due = credit ? 30.4 * number : stage.random.between(5, 12)
    yield sent.add(day(Math.floor(due))).subtract({ hours: credit ? stage.random.between(4, 70) : 2 })
    if ((await pay(part, id)) === 0) return
  }
}

async function* payOut(
  part: Part,
  { id, plot, now }: { id: number; plot: Plot; now: Temporal.Instant },
): Story {
  const { stage } = part
  stage.setMood(plot.fate === 'unanswered' ? 'silent' : 'takes')
  const transfer_id = await sign(part, id)
  stage.setMood('takes')
  if (plot.fate === 'unanswered' || plot.fate === 'in_transit') return
  const sent = now.add({ seconds: 4 })
  yield sent
  const back = plot.fate === 'returned' || plot.fate === 'cancelled'
  await report(part, { transfer_id, stp_state: back ? 'D' : 'LQ' })
  if (plot.fate === 'cancelled') {
    yield sent.add({ hours: 50 })
    await cancel(part, id)
  }
  if (!back) yield* repay(part, { id, plot, sent })
}

/** Moves an instant out of STP's nightly pause, during which it takes no orders. */
function awake(now: Temporal.Instant): Temporal.Instant {
  return isNightlyPause({ now, bank_days: true }) ? now.add({ minutes: 15 }) : now
}

/** Runs a loan from the request to its fate; steps after the demo's present are not run. */
export async function* play(part: Part, plot: Plot): Story {
  yield plot.starts
  const { fate, wish } = plot
  const id = await apply(part, wish)
  if (fate === 'requested') return
  if (wish.type === 'credit') yield* decide(part, { id, fate, now: plot.starts })
  if (fate === 'rejected' || fate === 'offered' || fate === 'expired') return
  const now = awake(plot.starts.add({ hours: wish.type === 'credit' ? 34 : 1 }))
  yield now
  if (fate === 'declined') return decline(part, id)
  yield* payOut(part, { id, plot, now })
}
