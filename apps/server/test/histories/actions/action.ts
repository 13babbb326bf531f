import type { Actor } from '../../../src/command/context.ts'
import type { Deps } from '../../../src/deps.ts'
import type { Step } from '../steps.ts'
import { type Call, contextOf, type Loan, type Order, type World } from '../world.ts'

/** A step with its target selected. */
export interface Planned {
  /** Log line; it uses names instead of ids because ids differ between runs. */
  text: string
  /** Runs the step; `deps` may throw `killed`. */
  run: (deps: Deps) => Promise<unknown>
}

/** An action: plans a step; null if the world has no target for it. */
export type Action = (world: World, step: Step) => Planned | null

/** Selects an element by a fraction from 0 to below 1; undefined if the list is empty. */
export function choose<T>(list: readonly T[], fraction: number): T | undefined {
  return list[Math.floor(fraction * list.length)]
}

/** Maps a fraction from 0 to below 1 to an integer from `low` to `high`. */
export const scale = (fraction: number, low: number, high: number) =>
  low + Math.floor(fraction * (high - low + 1))

/** Selects a loan in one of the states; a wild step selects among all loans. */
export function aim(world: World, step: Step, states: readonly Loan['state'][]): Loan | undefined {
  const { loans } = world.seen
  return choose(step.wild ? loans : loans.filter(({ state }) => states.includes(state)), step.choice)
}

/** Selects an order that `meant` accepts; a wild step selects among all orders. */
export function aimOrder(world: World, step: Step, meant: (order: Order) => boolean): Order | undefined {
  const { orders } = world.seen
  return choose(step.wild ? orders : orders.filter(meant), step.choice)
}

/** «credit 1», «advance 2»: a name that is the same in every run. */
export function loanName({ seen }: World, id: number): string {
  const loan = seen.loans.find((one) => one.id === id)
  const alike = seen.loans.filter(({ type }) => type === loan?.type)
  return `${loan?.type ?? 'loan'} ${alike.findIndex((one) => one.id === id) + 1}`
}

/** «order 2 of credit 1», «refund 3». */
export function orderName(world: World, { loan_id, purpose, attempt, id }: Order): string {
  if (loan_id !== null) return `order ${attempt} of ${loanName(world, loan_id)}`
  const alike = world.seen.orders.filter((one) => one.purpose === purpose)
  return `${purpose} ${alike.findIndex((one) => one.id === id) + 1}`
}

/** Plans a command with a new idempotency key, kept in `world.calls` for the step `retry`. */
export function command(
  world: World,
  { who, text, run }: { who: Actor; text: string; run: Call['run'] },
): Planned {
  const call: Call = { text, run, context: contextOf(who, text), answered: false }
  return {
    text,
    async run(deps) {
      world.calls.push(call)
      await run(deps, call.context)
      call.answered = true
    },
  }
}
