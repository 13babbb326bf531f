import type { Actor } from '../../../src/lib/context.ts'
import type { Deps } from '../../../src/lib/deps.ts'
import type { Step } from '../steps.ts'
import { type Call, contextOf, type Loan, type Order, type World } from '../world.ts'

/** What a step comes to in the world that it meets. */
export interface Planned {
  /** In words, the same at every run: names in place of ids. */
  text: string
  /** `deps`: those of the process that does it, which may die. */
  run: (deps: Deps) => Promise<unknown>
}

/** A kind of step: null where there is nothing that it could be done to. */
export type Act = (world: World, step: Step) => Planned | null

/** One of a list, by a number from 0 to 1. */
export function choose<T>(list: readonly T[], fraction: number): T | undefined {
  return list[Math.floor(fraction * list.length)]
}

/** A whole number from `low` to `high`, by a number from 0 to 1. */
export const scale = (fraction: number, low: number, high: number) =>
  low + Math.floor(fraction * (high - low + 1))

/** One of the loans that the step is meant for; a wild step takes any. */
export function aim(world: World, step: Step, states: readonly Loan['state'][]): Loan | undefined {
  const { loans } = world.seen
  return choose(step.wild ? loans : loans.filter(({ state }) => states.includes(state)), step.choice)
}

/** One of the orders that the step is meant for; a wild step takes any. */
export function aimOrder(world: World, step: Step, meant: (order: Order) => boolean): Order | undefined {
  const { orders } = world.seen
  return choose(step.wild ? orders : orders.filter(meant), step.choice)
}

/** «credit 1», «advance 2»: the same at every run. */
export function loanName({ seen }: World, id: number): string {
  const loan = seen.loans.find((one) => one.id === id)
  const alike = seen.loans.filter(({ type }) => type === loan?.type)
  return `${loan?.type ?? 'loan'} ${alike.findIndex((one) => one.id === id) + 1}`
}

export function orderName(world: World, { loan_id, attempt }: Order): string {
  return `order ${attempt} of ${loanName(world, loan_id)}`
}

/** A command with an idempotency key, kept so that it can be sent again. */
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
