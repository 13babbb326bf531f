import { conflictFromConstraint } from '../../src/command/constraints.ts'
import { AppError } from '../../src/command/errors.ts'
import type { TestContext } from '../context.ts'
import type { Action } from './actions/action.ts'
import { balanceActions } from './actions/balances.ts'
import { incomingActions } from './actions/incoming.ts'
import { loanActions } from './actions/loans.ts'
import { moneyActions } from './actions/money.ts'
import { movementActions, ownBankActions } from './actions/movements.ts'
import { orderActions } from './actions/orders.ts'
import { receivedActions } from './actions/received.ts'
import { bankActions, callbackActions } from './actions/stp.ts'
import { clockActions, upkeepActions } from './actions/time.ts'
import { holderActions, verificationActions } from './actions/verifications.ts'
import { bankProblems, endProblems, ledgerProblems, stepProblems } from './invariants.ts'
import type { Move } from './observer.ts'
import { openBalance } from './own-money.ts'
import { killed, mortalDeps } from './process.ts'
import { finishHistory } from './rest.ts'
import type { Plan, Step, StepKind } from './steps.ts'
import { lookAround, openWorld, type Staff, type World } from './world.ts'

/** Actions that change only the clock, the network or STP, not our database. */
const outsideActions = { ...clockActions, ...bankActions, ...holderActions, ...ownBankActions }
const actions: Record<StepKind, Action> = {
  ...outsideActions,
  ...loanActions,
  ...moneyActions,
  ...orderActions,
  ...callbackActions,
  ...incomingActions,
  ...receivedActions,
  ...balanceActions,
  ...verificationActions,
  ...movementActions,
  ...upkeepActions,
}

/** Result of a step: not applicable (`idle`), done, refused with an error code, or its process was killed. */
type Ending = 'idle' | 'done' | 'died' | `refused ${string}`

/** Result of a history. */
export interface HistoryResult {
  /** Log of the steps and state changes; identical for every run of the same plan. */
  lines: string[]
  /** Broken invariants and unexpected errors; empty if the history passed. */
  problems: string[]
  /** How often each step result, state and fault occurred; see coverage.ts. */
  counts: Map<string, number>
}

/** `refused <code>` for an AppError or a constraint error with status below 500 or 503; undefined: a defect. */
function refusal(error: unknown): Ending | undefined {
  const conflict = error instanceof AppError ? error : conflictFromConstraint(error)
  if (conflict === undefined) return undefined
  return conflict.status < 500 || conflict.status === 503 ? `refused ${conflict.code}` : undefined
}

/** Runs one step. Rethrows an error that is neither `killed` nor a refusal. */
async function runStep(world: World, step: Step): Promise<{ text: string; ending: Ending }> {
  const planned = actions[step.kind](world, step)
  if (planned === null) return { text: '', ending: 'idle' }
  const { text } = planned
  const deps = step.dies_at === null ? world.deps : mortalDeps(world.deps, step.dies_at)
  try {
    await planned.run(deps)
    return { text, ending: 'done' }
  } catch (error) {
    if (error === killed) return { text, ending: 'died' }
    const ending = refusal(error)
    if (ending === undefined) throw error
    return { text, ending }
  }
}

/** Removes the logged errors that `killed` caused: a killed process would not have logged them. */
function forgetDeath({ errors }: World) {
  const real = errors.filter(
    (about) => !(about !== null && typeof about === 'object' && 'err' in about && about.err === killed),
  )
  errors.splice(0, errors.length, ...real)
}

/** Collects the log lines and the counts of one history. */
function createTale() {
  const lines: string[] = []
  const counts = new Map<string, number>()
  let last_move = 0
  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)
  return {
    lines,
    counts,
    count,
    /** Logs and counts the state changes since the last call, and returns them. */
    newMoves({ seen }: World): Move[] {
      const moves = seen.moves.filter(({ id }) => id > last_move)
      last_move = moves.at(-1)?.id ?? last_move
      for (const { subject, subject_id, before, after } of moves) {
        count(`${subject} ${after}`)
        const order = seen.orders.find(({ id }) => subject === 'transfer' && id === subject_id)
        if (order !== undefined) count(`${order.purpose} ${after}`)
        if (after.startsWith('review') && order?.failure_message) count(`review: ${order.failure_message}`)
        lines.push(`${' '.repeat(21)}${subject}: ${before ?? ''} -> ${after}`)
      }
      return moves
    },
  }
}
type Tale = ReturnType<typeof createTale>

/**
 * Runs a step, logs it and checks the invariants; returns the broken ones. Outside actions are checked against STP's
 * orders only.
 */
async function playStep(world: World, step: Step, tale: Tale): Promise<string[]> {
  const { text, ending } = await runStep(world, step)
  tale.count(`${step.kind}: ${ending}`)
  if (ending === 'idle') return []
  const time = world.local().toPlainDateTime().toString()
  tale.lines.push(`${time}  ${text}${ending === 'done' ? '' : ` (${ending})`}`)
  if (step.kind in outsideActions) return bankProblems(world)
  forgetDeath(world)
  world.seen = await lookAround(world.deps)
  return stepProblems(world, tale.newMoves(world))
}

/** Runs all steps up to the first broken invariant, then the end phase with the final invariants. */
async function play(world: World, plan: Plan, tale: Tale): Promise<string[]> {
  for (const step of plan.steps) {
    const problems = await playStep(world, step, tale)
    if (problems.length > 0) return problems
  }
  for (const { on, action } of world.simulator.faults.played()) tale.count(`fault ${on} ${action}`)
  for (let at = 0; at < world.network.arrivedLate(); at += 1) tale.count('arrived late')
  for (let at = 0; at < world.network.repeated(); at += 1) tale.count('arrived twice')
  for (const _ of world.lies) tale.count('taken and refused')
  const unproved = await ledgerProblems(world)
  if (unproved.length > 0) return unproved
  tale.lines.push('--- the history comes to rest')
  await finishHistory(world)
  const last = await stepProblems(world, tale.newMoves(world))
  const end = [...last, ...(await ledgerProblems(world)), ...(await endProblems(world))]
  for (const { verdict } of world.seen.checks) tale.count(`balance ${verdict}`)
  for (const { closed_at } of world.seen.cases) tale.count(`case ${closed_at === null ? 'open' : 'closed'}`)
  return end
}

/** Runs a plan on an emptied database. Never rejects: an unexpected error becomes a problem with its stack. */
export async function runHistory(ctx: TestContext, staff: Staff, plan: Plan): Promise<HistoryResult> {
  const world = await openWorld(ctx, plan, staff)
  const tale = createTale()
  const { lines, counts } = tale
  try {
    if (plan.is_opened) await openBalance(world)
    world.seen = await lookAround(world.deps)
    const problems = await play(world, plan, tale)
    return { lines, counts, problems }
  } catch (error) {
    return {
      lines,
      counts,
      problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }
  } finally {
    await world.simulator.stop()
  }
}

/** Removes steps while the plan still fails: first half of them at a time, then a quarter, down to single steps. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let steps = plan.steps
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length; ) {
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)]
      if (await fails({ ...plan, steps: fewer })) steps = fewer
      else at += size
    }
  }
  return { ...plan, steps }
}
