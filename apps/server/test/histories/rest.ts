import { AppError } from '../../src/command/errors.ts'
import { closeBusinessDay } from '../../src/lending/loans/commands/close-day.ts'
import { reversePayment } from '../../src/lending/payments/commands/reverse-payment.ts'
import { checkWaitingPayments } from '../../src/treasury/incoming-payments/commands/check-waiting-payments.ts'
import { reconcileDay, reconcileDueDays } from '../../src/treasury/reconciliation/commands/reconcile-day.ts'
import { pausePayouts } from '../../src/treasury/transfers/commands/pause-payouts.ts'
import { resolveTransfer } from '../../src/treasury/transfers/commands/resolve-transfer.ts'
import { sweepTransfers } from '../../src/treasury/transfers/commands/sweep-transfers.ts'
import { isInReview } from '../../src/treasury/transfers/rules.ts'
import { resolutionFor, workJobs } from './actions/orders.ts'
import { deliver } from './actions/stp.ts'
import { isReturned } from './bank.ts'
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

/** Advances the time without faults and runs the sweeps until no order is open or `pauses` ends. */
async function letTimePass(world: World) {
  for (const pause of pauses) {
    await world.wait(world.ctx.clock.now.add({ minutes: pause }))
    await sweepTransfers(world.deps)
    await checkWaitingPayments(world.deps)
    if (pause >= 5) settleAll(world)
    if (pause >= 120) await reconcileDueDays(world.deps)
    world.seen = await lookAround(world.deps)
    if (pause >= longestDoubt && !world.seen.orders.some(isOpen)) return
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

/** An admin resolves each order in review by its state at STP; where a rule refuses with 409, it stays in review. */
async function settleReviews(world: World) {
  for (const order of world.seen.orders.filter(isInReview)) {
    const outcome = resolutionFor(world, order)
    if (outcome === null) continue
    const context = contextOf(world.people.admin, 'resolve')
    try {
      const { loan_id, sent_at, state } = order
      if (outcome === 'returned' && loan_id !== null && sent_at !== null && !isReturned(state))
        await reverseAll(world, loan_id)
      await resolveTransfer(world.deps, context, {
        transfer_id: order.id,
        outcome,
        reason: 'Según el banco',
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 409) throw error
    }
  }
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

/**
 * Reconciles every day with orders again and returns the open differences; without open reviews there must be none but
 * those of forged callbacks.
 */
export async function openDifferences(world: World): Promise<string[]> {
  const { deps, seen } = world
  const days = new Set(seen.orders.map(({ operation_date }) => operation_date))
  for (const day of days) await reconcileDay(deps, day)
  const open = await deps.db
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

/**
 * End phase of a history: clears the faults, resumes payouts and stalled processes, delivers all callbacks, runs jobs
 * and sweeps, and finally resolves the reviews. Afterwards `endProblems` must find nothing.
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
  world.seen = await lookAround(deps)
  await settleReviews(world)
  world.seen = await lookAround(deps)
}
