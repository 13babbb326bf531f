import { AppError } from '../../src/command/errors.ts'
import { closeBusinessDay } from '../../src/lending/loans/commands/close-day.ts'
import { reversePayment } from '../../src/lending/payments/commands/reverse-payment.ts'
import { resolveTransfer } from '../../src/lending/payouts/commands/resolve-transfer.ts'
import { checkWaitingPayments } from '../../src/treasury/incoming-payments/commands/check-waiting-payments.ts'
import { dismissIncomingPayment } from '../../src/treasury/incoming-payments/commands/dismiss-incoming-payment.ts'
import { reconcileDay, reconcileDueDays } from '../../src/treasury/reconciliation/commands/reconcile-day.ts'
import { pausePayouts } from '../../src/treasury/transfers/commands/pause-payouts.ts'
import { sweepTransfers } from '../../src/treasury/transfers/commands/sweep-transfers.ts'
import { isInReview } from '../../src/treasury/transfers/rules.ts'
import { readHolders } from '../../src/treasury/verifications/commands/read-holders.ts'
import { resolutionFor, workJobs } from './actions/orders.ts'
import { deliver } from './actions/stp.ts'
import { isReturned } from './bank.ts'
import { openBalance, settleOwnMoney } from './own-money.ts'
import { killed } from './process.ts'
import { contextOf, lookAround, type Order, type World } from './world.ts'

/** Minutes between sweeps. They grow because the server queries an unanswered order less and less often. */
const pauses = [
  1, 5, 20, 120, 1440, 1440, 1440, 1440, 2880, 5760, 11_520, 23_040, 46_080, 92_160, 184_320, 368_640,
] as const

/** Minutes. The server queries an order with an unknown result at least hourly, so this pause includes a query. */
const longestDoubt = 120

/** Resumes every stalled process; one that was killed stays dead. */
async function resumeAll(world: World) {
  for (const process of world.stalled.splice(0)) {
    await process.resume().catch((error: unknown) => {
      if (error !== killed) throw error
    })
  }
}

/** Settles every order in transit at STP without a callback: the sweep must query STP. */
function settleAll({ simulator }: World) {
  for (const { idEF, estado } of simulator.orders()) if (estado === 'A') simulator.act(String(idEF), 'settle')
}

const isOpen = ({ status, state }: Order) =>
  status === 'pending' || status === 'unknown' || (status === 'sent' && state === null)

/** Whether an order or a verification of an account still waits for its outcome. */
const isWaiting = ({ seen }: World) =>
  seen.orders.some(isOpen) || seen.verifications.some(({ state }) => state === 'pending')

/** Advances the time without faults and runs the sweeps until nothing is open or `pauses` ends. */
async function letTimePass(world: World) {
  for (const pause of pauses) {
    await world.wait(world.ctx.clock.now.add({ minutes: pause }))
    await readHolders(world.deps)
    await workJobs(world.deps)
    await sweepTransfers(world.deps)
    await checkWaitingPayments(world.deps)
    if (pause >= 5) settleAll(world)
    if (pause < longestDoubt) continue
    world.seen = await lookAround(world.deps)
    // What still waits may be known from STP's lists; all days are compared at the end.
    if (isWaiting(world)) await reconcileDueDays(world.deps)
    world.seen = await lookAround(world.deps)
    if (!isWaiting(world)) return
  }
}

/** Reverses all payments of a loan, the newest first, also those that the worker owes apart from it. */
async function reverseAll(world: World, loan_id: number) {
  const payments = await world.deps.db
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan_id)
    .where((counts) => counts.or([counts('reversed_at', 'is', null), counts('owed_by_worker', '=', true)]))
    .orderBy('id', 'desc')
    .execute()
  for (const { id } of payments) {
    const context = contextOf(world.people.admin, 'reverse')
    await reversePayment(world.deps, context, { payment_id: id, reason: 'El dinero regresó' })
  }
}

/**
 * An admin resolves each order in review by its state at STP; where a rule refuses with 409, it stays in review. Returns
 * how many were resolved.
 */
async function settleReviews(world: World): Promise<number> {
  let resolved = 0
  for (const order of world.seen.orders.filter(isInReview)) {
    const outcome = resolutionFor(world, order)
    if (outcome === null) continue
    const context = contextOf(world.people.admin, 'resolve')
    try {
      const { loan_id, sent_at, state } = order
      if (
        outcome === 'returned' &&
        loan_id !== null &&
        sent_at !== null &&
        !isReturned(state) &&
        order.status !== 'duplicate'
      )
        await reverseAll(world, loan_id)
      await resolveTransfer(world.deps, context, {
        transfer_id: order.id,
        outcome,
        reason: 'Según el banco',
      })
      resolved += 1
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 409) throw error
    }
  }
  return resolved
}

/**
 * True if the difference is that of a forged callback: STP has no payment with the key and the amount of the stored one,
 * or that payment confirmed another.
 */
function isOfForgery({ seen, simulator }: World, incoming_payment_id: number | null): boolean {
  const row = seen.incoming.find(({ id }) => id === incoming_payment_id)
  if (row === undefined || row.stp_check === 'confirmed') return false
  const real = simulator
    .payments()
    .find(
      ({ cuerpo }) =>
        cuerpo.claveRastreo === row.tracking_key &&
        Math.round(Number(cuerpo.monto) * 100) === row.amount_cents,
    )
  return (
    real === undefined ||
    seen.incoming.some(({ id, stp_order_id }) => id !== row.id && stp_order_id === real.idEF)
  )
}

/** Minutes: a comparison that falls within some minutes of STP's cut is put off. */
const pastCut = 15

/** Reconciles every day on which we sent or received an order, or STP did, away from STP's cut at 18:00. */
async function reconcileAll(world: World) {
  const { deps, seen, simulator } = world
  const { hour, minute } = world.local()
  if ((hour === 17 && minute >= 60 - pastCut) || (hour === 18 && minute < pastCut))
    await world.wait(world.ctx.clock.now.add({ minutes: 2 * pastCut }))
  const at_stp = [...simulator.orders(), ...simulator.payments()].map(({ fechaOperacion }) =>
    Temporal.PlainDate.from(String(fechaOperacion)).toString(),
  )
  const days = new Set([...seen.orders.map(({ operation_date }) => operation_date), ...at_stp])
  for (const day of days) await reconcileDay(deps, day)
}

/** The differences that are open after `finishHistory`, but those of forged callbacks. */
export async function openDifferences(world: World): Promise<string[]> {
  const open = await world.deps.db
    .selectFrom('reconciliation_difference')
    .select(['kind', 'order_type', 'order_key', 'incoming_payment_id'])
    .where('closed_at', 'is', null)
    .execute()
  return open
    .filter(({ incoming_payment_id }) => !isOfForgery(world, incoming_payment_id))
    .map(
      ({ kind, order_type, order_key }) =>
        `the reconciliation still has: ${kind} of ${order_type} ${order_key}`,
    )
}

/** Staff dismiss what STP returned before it confirmed it: nothing of it is ours. Returns how many. */
async function dismissReturned({ deps, seen, simulator, people }: World): Promise<number> {
  const back = simulator.payments().filter(({ estado }) => estado === 'D')
  const keys = new Set(back.map(({ cuerpo }) => cuerpo.claveRastreo))
  const rows = seen.incoming.filter(
    ({ status, tracking_key, stp_confirmed_at }) =>
      status === 'open' && stp_confirmed_at === null && keys.has(tracking_key ?? ''),
  )
  for (const { id } of rows)
    await dismissIncomingPayment(deps, contextOf(people.manager, 'dismiss'), {
      id,
      reason: 'STP lo devolvió',
    })
  return rows.length
}

/** Resolving one order may bring another of the same loan back into doubt. */
const rounds = 4

/**
 * End phase of a history: clears the faults, resumes payouts and stalled processes, delivers all callbacks, runs jobs
 * and sweeps, and finally resolves the reviews and explains the lender's own movements. Afterwards `endProblems` must
 * find nothing.
 */
export async function finishHistory(world: World) {
  const { deps, simulator, people } = world
  simulator.faults.clear()
  await pausePayouts(deps, contextOf(people.admin, 'resume'), { paused: false })
  await resumeAll(world)
  for (const message of world.mailbox.splice(0)) await deliver(world, message)
  await workJobs(deps)
  await letTimePass(world)
  await closeBusinessDay(deps)
  // STP's lists show what no callback reported; an admin resolves what they leave in doubt.
  for (let round = 0; round < rounds; round += 1) {
    await reconcileAll(world)
    await workJobs(deps)
    world.seen = await lookAround(deps)
    const decided =
      (await settleReviews(world)) + (await dismissReturned(world)) + (await settleOwnMoney(world))
    world.seen = await lookAround(deps)
    if (isWaiting(world)) await letTimePass(world)
    else if (decided === 0) break
  }
  await openBalance(world)
}
