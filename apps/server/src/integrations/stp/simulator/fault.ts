import { z } from 'zod'

const match = {
  /** Only the order with this key; omitted: any. */
  tracking_key: z.string().optional(),
  /** Only orders of this amount, in pesos as STP writes them. */
  amount: z.number().optional(),
  /** How often the fault happens; null: until cleared. */
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
const callback = {
  on: webhook,
  ...match,
  /** Only callbacks of orders sent (E), or of payments received (R). */
  type: z.enum(['E', 'R']).optional(),
  /** Only callbacks that report this state, for example D. */
  state: z.string().optional(),
}
const webhookFault = z.discriminatedUnion('action', [
  z.object({ action: z.literal('drop'), ...callback }),
  z.object({ action: z.literal('duplicate'), delay_ms: z.int().min(0).default(0), ...callback }),
  z.object({ action: z.literal('delay'), delay_ms: z.int().min(0), ...callback }),
  z.object({ action: z.literal('reorder'), delay_ms: z.int().min(0).default(5_000), ...callback }),
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

/** What may happen at STP beside the orders that clients send. */
export const eventActions = [
  'payment',
  'payment_return',
  'forged_payment',
  'forged_amount',
  'forged_order',
  'forged_settlement',
  'fee',
] as const
const eventFault = z.object({
  on: z.literal('event'),
  action: z.enum(eventActions),
  /** Of the payment or fee, in pesos. */
  monto: z.number().positive().multipleOf(0.01),
  /** Time until a payment that arrived is returned. */
  delay_ms: z.int().min(0).default(0),
  ...match,
})

/**
 * A fault. Requests: `lose` the answer, `delay` it, `answer` with another one, `forbidden` (403 page of nginx),
 * `refuse` an order, `past_cut` (the clock passes 18:00 while the order travels). Webhooks: `drop`, `duplicate` (again
 * after `delay_ms`), `delay`, `reorder` (after the next callback, at most `delay_ms` later). Settling: `hold`, `return`,
 * `cancel`, `return_later` (LQ, then D after `delay_ms`). Events, which happen after an order is registered: a `payment`
 * arrives (`payment_return`: and is taken back), a forged callback of an invented payment, of a real payment with
 * another amount, of an invented order, or of the settlement of this order; or STP charges a `fee`.
 */
export const faultSchema = z.union([requestFault, webhookFault, settleFault, eventFault])

/** The kinds of requests that faults can be planned for. */
export type RequestPlace = z.infer<typeof request>
/** A fault of a request. */
export type RequestFault = z.infer<typeof requestFault>
export type WebhookFault = z.infer<typeof webhookFault>
export type SettleFault = z.infer<typeof settleFault>
export type EventFault = z.infer<typeof eventFault>
/** Any fault, with its defaults filled. */
export type Fault = z.infer<typeof faultSchema>
/** A fault as it is planned; defaults may be omitted. */
export type FaultInput = z.input<typeof faultSchema>

/** The order that a request, a callback or a settlement is about. */
export interface FaultTarget {
  tracking_key?: string | undefined
  /** In pesos. */
  amount?: number | undefined
  /** Of a callback: sent (E) or received (R), and the state that it reports. */
  type?: 'E' | 'R'
  state?: string
}
