import { z } from 'zod'
import {
  type EventFault,
  type Fault,
  type FaultInput,
  type FaultTarget,
  faultSchema,
  type RequestFault,
  type RequestPlace,
  type SettleFault,
  type WebhookFault,
} from './fault.ts'
import { createSeededFaults, type Place, type SeedInput, seedInput } from './seeded-faults.ts'

/** The faults of a simulator: a plan and a seed. */
export interface Faults {
  /** Replaces the plan. Throws a ZodError on an invalid plan. */
  set(plan: FaultInput[]): void
  /** Draws random faults from now on, the same for the same seed and calls. Planned faults go first. */
  seed(input: SeedInput): void
  /** The current seed; null: none. */
  seeded(): SeedInput | null
  /** Removes plan, seed and the list of played faults. */
  clear(): void
  /** The planned faults that have not happened yet. */
  list(): Fault[]
  /** The last 1,000 faults that happened, planned and drawn; `met` is the tracking key of the order. */
  played(): readonly (Fault & { met?: string | undefined })[]
  /**
   * Each of the four returns the first planned fault that matches, and lowers its count, or draws one; undefined: no
   * fault.
   */
  takeRequest(place: RequestPlace, target: FaultTarget): RequestFault | undefined
  takeWebhook(target: FaultTarget): WebhookFault | undefined
  takeSettle(target: FaultTarget): SettleFault | undefined
  takeEvent(target: FaultTarget): EventFault | undefined
}

const faultPlan = z.array(faultSchema)
/** Schema of `PUT /admin/faults`: a plan, a seed or both. */
export const faultOrders = z.union([
  seedInput.extend({ faults: faultPlan.optional() }),
  z.strictObject({ faults: faultPlan }),
])
const remembered = 10_000

function fits(fault: Fault, target: FaultTarget): boolean {
  if (fault.on === 'webhook') {
    if (fault.type !== undefined && fault.type !== target.type) return false
    if (fault.state !== undefined && fault.state !== target.state) return false
  }
  if (fault.tracking_key !== undefined && fault.tracking_key !== target.tracking_key) return false
  return fault.amount === undefined || fault.amount === target.amount
}

/** Creates faults without plan and seed. `nearCut`: whether the 18:00 cut is at most five minutes away. */
export function createFaults(nearCut: () => boolean): Faults {
  let plan: Fault[] = []
  let seed: SeedInput | null = null
  let draw: ReturnType<typeof createSeededFaults> | undefined
  const history: (Fault & { met?: string | undefined })[] = []

  function planned<F extends Fault>(is: (fault: Fault) => fault is F, target: FaultTarget): F | undefined {
    const fault = plan.filter(is).find((candidate) => fits(candidate, target))
    if (fault === undefined || fault.count === null) return fault
    fault.count -= 1
    if (fault.count === 0) plan = plan.filter((candidate) => candidate !== fault)
    return fault
  }

  function drawn<F extends Fault>(
    is: (fault: Fault) => fault is F,
    at: { place: Place; target: FaultTarget },
  ) {
    const fault = draw?.({ ...at, near_cut: nearCut() })
    return fault !== undefined && is(fault) ? fault : undefined
  }

  function take<F extends Fault>(
    is: (fault: Fault) => fault is F,
    at: { place: Place; target: FaultTarget },
  ) {
    const fault = planned(is, at.target) ?? drawn(is, at)
    if (fault === undefined) return undefined
    history.push({ ...fault, met: at.target.tracking_key })
    if (history.length > remembered) history.shift()
    return fault
  }

  return {
    set(next) {
      plan = faultPlan.parse(next)
    },
    seed(input) {
      seed = seedInput.parse(input)
      draw = createSeededFaults(seed)
    },
    seeded: () => seed,
    clear() {
      plan = []
      seed = null
      draw = undefined
      history.length = 0
    },
    list: () => structuredClone(plan),
    played: () => history,
    takeRequest: (place, target) =>
      take((fault): fault is RequestFault => fault.on === place, { place, target }),
    takeWebhook: (target) =>
      take((fault): fault is WebhookFault => fault.on === 'webhook', { place: 'webhook', target }),
    takeSettle: (target) =>
      take((fault): fault is SettleFault => fault.on === 'settle', { place: 'settle', target }),
    takeEvent: (target) =>
      take((fault): fault is EventFault => fault.on === 'event', { place: 'event', target }),
  }
}
