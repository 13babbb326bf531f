import type { Deps } from '../../../src/deps.ts'
import { resendLoan } from '../../../src/lending/payouts/commands/resend-loan.ts'
import { resolveTransfer } from '../../../src/lending/payouts/commands/resolve-transfer.ts'
import { pausePayouts } from '../../../src/treasury/transfers/commands/pause-payouts.ts'
import { queryTransfer } from '../../../src/treasury/transfers/commands/query-transfer.ts'
import { claimTransfer, sendTransfer } from '../../../src/treasury/transfers/commands/send-transfer.ts'
import { sweepTransfers } from '../../../src/treasury/transfers/commands/sweep-transfers.ts'
import { runWaitingJobs } from '../../jobs.ts'
import { bankTruth } from '../bank.ts'
import { contextOf, type Order, type World } from '../world.ts'
import { type Action, aim, aimOrder, choose, command, loanName, orderName } from './action.ts'

const stpJobs = ['send-transfer', 'ask-transfer', 'ask-incoming-payment'] as const

/** Runs the queued STP jobs. If the process is killed, the current job is lost. */
export async function workJobs(deps: Deps) {
  await runWaitingJobs(deps, stpJobs)
}

const work: Action = ({ seen }) =>
  seen.jobs === 0 ? null : { text: 'the waiting jobs are done', run: workJobs }

const loseJobs: Action = ({ seen }) => {
  if (seen.jobs === 0) return null
  return {
    text: 'the waiting jobs are lost',
    async run(deps) {
      for (const name of stpJobs) await deps.queue.drain(name, async () => undefined)
    },
  }
}

/** Claims the order and stops before the call to STP. */
async function stallBeforeCall(world: World, deps: Deps, order: Order) {
  const claim = await claimTransfer(deps, order.id)
  if (claim === undefined) return
  const text = `the sender of ${orderName(world, order)}, that stood still before its call`
  world.stalled.push({ text, resume: () => claim.send(world.deps) })
}

/** Calls STP and stops before it records the answer. */
async function stallAfterCall(world: World, deps: Deps, order: Order) {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const stp: Deps['stp'] = {
    ...deps.stp,
    async registerOrder(...call) {
      const answer = await deps.stp.registerOrder(...call)
      reached.resolve()
      await gate.promise
      return answer
    },
  }
  const process = sendTransfer({ ...deps, stp }, order.id)
  await Promise.race([reached.promise, process])
  const text = `the sender of ${orderName(world, order)}, that stood still after its call`
  world.stalled.push({
    text,
    resume() {
      gate.resolve()
      return process
    },
  })
}

const stall: Action = (world, step) => {
  const order = aimOrder(world, step, ({ status }) => status === 'pending')
  if (order === undefined) return null
  const before = step.detail < 0.5
  return {
    text: `the sender of ${orderName(world, order)} stands still ${before ? 'before' : 'after'} its call`,
    run: () => (before ? stallBeforeCall : stallAfterCall)(world, world.deps, order),
  }
}

const resume: Action = (world, { choice }) => {
  const process = choose(world.stalled, choice)
  if (process === undefined) return null
  return {
    text: `${process.text}, goes on`,
    async run() {
      world.stalled = world.stalled.filter((one) => one !== process)
      await process.resume()
    },
  }
}

const sweep: Action = ({ seen }) =>
  seen.orders.length === 0 ? null : { text: 'the sweep runs', run: (deps) => sweepTransfers(deps) }

/** Staff query an order at STP. */
const lookUp: Action = (world, step) => {
  const order = aimOrder(world, step, ({ claimed_at }) => claimed_at !== null)
  if (order === undefined) return null
  return {
    text: `staff ask STP for ${orderName(world, order)}`,
    run: (deps) => queryTransfer(deps, order.id),
  }
}

const resend: Action = (world, step) => {
  const loan = aim(world, step, ['payout_returned'])
  if (loan === undefined) return null
  return command(world, {
    who: world.people.admin,
    text: `an admin sends ${loanName(world, loan.id)} again`,
    run: (deps, context) => resendLoan(deps, context, { loan_id: loan.id, latitude: null, longitude: null }),
  })
}

/** The outcome that an admin enters, from the order's state at STP; null: still in transit, so the admin waits. */
export function resolutionFor(world: World, order: Order) {
  const truth = bankTruth(world, order)
  if (truth === null) return 'not_sent' as const
  if (truth === 'LQ') return 'settled' as const
  return truth === 'D' || truth === 'CN' ? ('returned' as const) : null
}

/** An admin resolves an order in review. */
const resolve: Action = (world, step) => {
  const order = aimOrder(world, step, ({ status }) => status === 'review')
  const outcome = order === undefined ? null : resolutionFor(world, order)
  if (order === undefined || outcome === null) return null
  return command(world, {
    who: world.people.admin,
    text: `an admin settles ${orderName(world, order)}: ${outcome}`,
    run: (deps, context) =>
      resolveTransfer(deps, context, { transfer_id: order.id, outcome, reason: 'Según el banco' }),
  })
}

const pause: Action = ({ people }) => ({
  text: 'an admin pauses payouts',
  run: (deps) => pausePayouts(deps, contextOf(people.admin, 'pause'), { paused: true, reason: 'Revisión' }),
})

const unpause: Action = ({ people, seen }, { wild }) => {
  if (!(seen.paused || wild)) return null
  return {
    text: 'an admin resumes payouts',
    run: (deps) => pausePayouts(deps, contextOf(people.admin, 'resume'), { paused: false }),
  }
}

/** Actions on orders: jobs, sweep, stalled senders, resend, review, pause. */
export const orderActions = {
  work,
  loseJobs,
  stall,
  resume,
  sweep,
  lookUp,
  resend,
  resolve,
  pause,
  unpause,
}
