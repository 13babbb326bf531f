import { z } from 'zod'
import { createSeededFaults, type Place, type SeedInput, seedInput } from './seeded-faults.ts'

const match = {
  /** Only this order; without it, any. */
  tracking_key: z.string().optional(),
  /** Only orders of this amount, in pesos as STP writes them. */
  amount: z.number().optional(),
  /** How many times; null: until cleared. */
  count: z.int().positive().nullable().default(1),
}
const request = z.enum([
  'register',
  'query',
  'list',
  'institutions',
  'balance',
  'legacy_query',
  'legacy_list',
  'account',
  'return_payment',
])
/** Before or after the request takes effect. */
const when = z.enum(['before', 'after']).default('before')

const requestFault = z.discriminatedUnion('action', [
  z.object({ action: z.literal('lose'), on: request, when, ...match }),
  z.object({ action: z.literal('delay'), on: request, when, delay_ms: z.int().min(0), ...match }),
  z.object({
    action: z.literal('answer'),
    on: request,
    when,
    status: z.int().min(200).max(599),
    body: z.string(),
    ...match,
  }),
  z.object({ action: z.literal('forbidden'), on: request, when, ...match }),
  z.object({
    action: z.literal('refuse'),
    on: z.literal('register'),
    when,
    id: z.int(),
    message: z.string(),
    ...match,
  }),
  z.object({ action: z.literal('past_cut'), on: z.literal('register'), when, ...match }),
])
const webhook = z.literal('webhook')
const webhookFault = z.discriminatedUnion('action', [
  z.object({ action: z.literal('drop'), on: webhook, ...match }),
  z.object({ action: z.literal('duplicate'), on: webhook, delay_ms: z.int().min(0).default(0), ...match }),
  z.object({ action: z.literal('delay'), on: webhook, delay_ms: z.int().min(0), ...match }),
])
const settle = z.literal('settle')
const settleFault = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['hold', 'cancel']), on: settle, ...match }),
  z.object({ action: z.literal('return'), on: settle, cause: z.int().default(1), ...match }),
  z.object({
    action: z.literal('return_later'),
    on: settle,
    cause: z.int().default(1),
    delay_ms: z.int().min(0).default(0),
    ...match,
  }),
])

/**
 * One way to misbehave. Requests: `lose` the answer, `delay` it, `answer` another, `forbidden` (nginx page),
 * `refuse` an order, `past_cut` (the clock passes 18:00 while it travels). Webhooks: `drop`, `duplicate` (again
 * after `delay_ms`), `delay`. Settling: `hold`, `return`, `cancel`, `return_later` (LQ, and D after `delay_ms`).
 */
const faultSchema = z.union([requestFault, webhookFault, settleFault])

export type RequestPlace = z.infer<typeof request>
export type RequestFault = z.infer<typeof requestFault>
type WebhookFault = z.infer<typeof webhookFault>
type SettleFault = z.infer<typeof settleFault>
export type Fault = z.infer<typeof faultSchema>
export type FaultInput = z.input<typeof faultSchema>

export interface FaultTarget {
  tracking_key?: string | undefined
  amount?: number | undefined
}

export interface Faults {
  /** Replaces the plan; throws a ZodError on a plan that is none. */
  set(plan: FaultInput[]): void
  /** From now on things go wrong by chance, the same way for the same seed and calls; the plan goes first. */
  seed(input: SeedInput): void
  /** The seed in force; null: none. */
  seeded(): SeedInput | null
  /** Forgets plan and seed. */
  clear(): void
  /** What the plan still has to come. */
  list(): Fault[]
  /** The latest faults played, planned and by seed, with the order they met. */
  played(): readonly (Fault & { met?: string | undefined })[]
  /** Each takes the first planned fault that fits and uses it up by one, or draws; undefined: behave. */
  takeRequest(place: RequestPlace, target: FaultTarget): RequestFault | undefined
  takeWebhook(target: FaultTarget): WebhookFault | undefined
  takeSettle(target: FaultTarget): SettleFault | undefined
}

const faultPlan = z.array(faultSchema)
/** Reads what arrives as JSON: a plan, a seed or both. */
export const faultOrders = z.union([
  seedInput.extend({ faults: faultPlan.optional() }),
  z.strictObject({ faults: faultPlan }),
])
const remembered = 1_000

function fits(fault: Fault, target: FaultTarget): boolean {
  if (fault.tracking_key !== undefined && fault.tracking_key !== target.tracking_key) return false
  return fault.amount === undefined || fault.amount === target.amount
}

/** Faults: a plan, explicit and in order, and a seed; none by default. `nearCut`: minutes before 18:00. */
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
  }
}
