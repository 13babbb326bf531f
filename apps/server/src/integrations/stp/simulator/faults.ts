import { z } from 'zod'

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
])
const webhook = z.literal('webhook')
const webhookFault = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['drop', 'duplicate']), on: webhook, ...match }),
  z.object({ action: z.literal('delay'), on: webhook, delay_ms: z.int().min(0), ...match }),
])
const settle = z.literal('settle')
const settleFault = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['hold', 'cancel']), on: settle, ...match }),
  z.object({ action: z.literal('return'), on: settle, cause: z.int().default(1), ...match }),
])

/**
 * One way to misbehave. Requests: `lose` the answer, `delay` it, `answer` another, `forbidden` (nginx page),
 * `refuse` an order. Webhooks: `drop`, `duplicate`, `delay`. Settling: `hold`, `return`, `cancel`.
 */
const faultSchema = z.union([requestFault, webhookFault, settleFault])

export type RequestPlace = z.infer<typeof request>
export type RequestFault = z.infer<typeof requestFault>
type WebhookFault = z.infer<typeof webhookFault>
type SettleFault = z.infer<typeof settleFault>
type Fault = z.infer<typeof faultSchema>
export type FaultInput = z.input<typeof faultSchema>

interface FaultTarget {
  tracking_key?: string | undefined
  amount?: number | undefined
}

export interface Faults {
  /** Replaces the plan; throws a ZodError on a plan that is none. */
  set(plan: FaultInput[]): void
  clear(): void
  /** What is still to come. */
  list(): Fault[]
  /** Each takes the first fault that fits and uses it up by one; undefined: behave. */
  takeRequest(place: RequestPlace, target: FaultTarget): RequestFault | undefined
  takeWebhook(target: FaultTarget): WebhookFault | undefined
  takeSettle(target: FaultTarget): SettleFault | undefined
}

/** Reads a plan that arrives as JSON. */
export const faultPlan = z.object({ faults: z.array(faultSchema) })

function fits(fault: Fault, target: FaultTarget): boolean {
  if (fault.tracking_key !== undefined && fault.tracking_key !== target.tracking_key) return false
  return fault.amount === undefined || fault.amount === target.amount
}

/** The plan of faults: explicit, in order, none by default. */
export function createFaults(): Faults {
  let plan: Fault[] = []

  function take<F extends Fault>(is: (fault: Fault) => fault is F, target: FaultTarget): F | undefined {
    const fault = plan.filter(is).find((candidate) => fits(candidate, target))
    if (fault === undefined || fault.count === null) return fault
    fault.count -= 1
    if (fault.count === 0) plan = plan.filter((candidate) => candidate !== fault)
    return fault
  }

  return {
    set(next) {
      plan = faultPlan.parse({ faults: next }).faults
    },
    clear() {
      plan = []
    },
    list: () => structuredClone(plan),
    takeRequest: (place, target) => take((fault): fault is RequestFault => fault.on === place, target),
    takeWebhook: (target) => take((fault): fault is WebhookFault => fault.on === 'webhook', target),
    takeSettle: (target) => take((fault): fault is SettleFault => fault.on === 'settle', target),
  }
}
