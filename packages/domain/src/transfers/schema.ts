import { z } from 'zod'
import { day, flag, id, idText, instant, required } from '../fields.ts'
import { LOAN_TYPES } from '../loans/rules.ts'
import { money } from '../money.ts'
import { dayRange, inDayOrder, listQuery, pageOf } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { ORDER_PURPOSES, TRANSFER_OUTCOMES, type TransferStatus } from './rules.ts'

/** Outcome of an order: settled (liquidada), cancelled or returned (devuelta). A null in its place means in transit. */
export const stpWireState = z.enum(TRANSFER_OUTCOMES)

const ORDER_STATES = [
  'pending',
  'unknown',
  'sent',
  'failed',
  'duplicate',
  'withdrawn',
] as const satisfies readonly TransferStatus[]
/** State of an order in our database. For `unknown` the server queries STP before it sends the order again. */
const orderState = z.enum(ORDER_STATES)
export type OrderState = z.infer<typeof orderState>

/** A transfer as its worker sees it. */
export const transferBrief = z.object({
  id,
  tracking_key: z.string(),
  order_state: orderState,
  state: stpWireState.nullable(),
  amount: money,
  operation_date: day,
  url_cep: z.string().nullable(),
  created_at: instant,
  sent_at: instant.nullable(),
  ts_liquidation: instant.nullable(),
})
export type TransferBrief = z.infer<typeof transferBrief>

/** An STP order: the fields of backoffice §3, STP's raw state and our own state. */
export const transferOrder = transferBrief.extend({
  /** STP's raw code (`A`, `LQ`, `TLQ`…). */
  stp_state: z.string().nullable(),
  payment_type: z.int(),
  payment_concept: z.string(),
  /** STP's id of the order; null until STP receives it. */
  register_order: z.string().nullable(),
  payment_order: z.string().nullable(),
  /** The lender's name at STP. */
  company: z.string(),
  purpose: z.enum(ORDER_PURPOSES),
  /** The loan of a payout; null for other purposes. */
  loan: id.nullable(),
  loan_type: z.enum(LOAN_TYPES).nullable(),
  loan_folio: z.string().nullable(),
  /** The worker who gets the money; null for the return of an incoming payment. */
  user: id.nullable(),
  /** Name of the worker, or of the payer of the incoming payment. */
  person: z.string(),
  /** The incoming payment that the order returns; null for other purposes. */
  incoming_payment: id.nullable(),
  /** Why a pending order waits, such as a limit of the day; null while nothing holds it. */
  held_reason: z.string().nullable(),
  attempt: z.int().positive(),
  beneficiary_name: z.string(),
  rfc_curp_beneficiary: z.string(),
  beneficiary_account: z.string(),
  account_type_beneficiary: z.int(),
  payer_name: z.string(),
  rfc_curp_payer: z.string(),
  paying_account: z.string(),
  account_type_payer: z.int(),
  operating_institution: z.int(),
  counterpart_institution: z.int(),
  numeric_reference: z.int(),
  folio_origin: z.string().nullable(),
  delivery_medium: z.int().nullable(),
  signature: z.string().nullable(),
  latitude: z.string().nullable(),
  long: z.string().nullable(),
  ts_capture: instant.nullable(),
  error: z.string().nullable(),
  return_cause: z.string().nullable(),
  /** When the server booked the return. */
  returned_at: instant.nullable(),
  needs_review: z.boolean(),
  review_reason: z.string().nullable(),
})
export type TransferOrder = z.infer<typeof transferOrder>

/**
 * A page of orders with the number of orders of each outcome, and of `all`, under the other filters. A search and the
 * orders of one loan have no numbers.
 */
export const transferPage = pageOf(transferOrder).extend({
  states: z.partialRecord(z.enum(['all', ...TRANSFER_OUTCOMES]), z.int().positive()).optional(),
})
export type StateCounts = NonNullable<z.infer<typeof transferPage>['states']>

const TRACKING_KEY = /^[A-Za-z0-9]{8,30}$/

/** The query of the list of orders, whose export has other fields for the page. `from` and `to` are operating days. */
export const transferFilters = listQuery(['created_at', 'operation_date', 'amount'], 10).extend({
  ...dayRange,
  state: stpWireState.optional(),
  operation_date: day.optional(),
  /** A part of the name of the worker's company. */
  company: z.string().trim().max(100).optional(),
  company__id: idText.optional(),
  tracking_key: z.string().trim().max(30).optional(),
  loan__folio: z.string().trim().max(20).optional(),
  loan__user__email: z.string().trim().max(254).optional(),
  needs_review: flag.optional(),
  /** True: in review, contested, or without STP's answer for ten minutes. */
  in_doubt: flag.optional(),
  /** True: pending, and waiting because of the limit of its purpose and day. */
  held: flag.optional(),
  loan: idText.optional(),
  purpose: z.enum(ORDER_PURPOSES).optional(),
})

/** Query of `GET /stp`. */
export const transferQuery = inDayOrder(transferFilters)

/** Body of `POST /stp/consulta-orden` and `POST /stp`: the tracking key to look up. */
export const transferLookupBody = z.object({
  tracking_key: z.string('Clave de rastreo inválida').trim().regex(TRACKING_KEY, 'Clave de rastreo inválida'),
})

const PLACE = 'La ubicación no es válida'

/**
 * Query of `PUT /stp/dispersion`, with which an admin sends a returned payout again. The location is optional; without
 * it the order carries the location of the acceptance.
 */
export const dispersionQuery = z
  .object({
    latitud: z.coerce.number(PLACE).min(-90, PLACE).max(90, PLACE).optional(),
    longitud: z.coerce.number(PLACE).min(-180, PLACE).max(180, PLACE).optional(),
  })
  // Browsers without a location send 0, 0, as in the acceptance of a loan.
  .refine(({ latitud, longitud }) => latitud !== 0 || longitud !== 0, { error: PLACE, path: ['latitud'] })
/** Body of `PUT /stp/dispersion`: the loan whose payout was returned. */
export const dispersionBody = z.object({ data: z.object({ loan: idText }) })
/**
 * Answer of `PUT /stp/dispersion`: 200 with `ok` true if STP received the order, 202 with `ok` false if that is not
 * known yet. `resultado.id` is STP's id of the order, 0 if unknown.
 */
export const dispersionAnswer = z.object({
  ok: z.boolean(),
  data: z.object({ resultado: z.object({ id: z.int() }) }),
  order: transferOrder,
})

/** Body of `POST /stp/{id}/resolve`: what happened to the money of an order in manual review, according to an admin. */
export const resolveBody = z.object({
  outcome: z.enum(['settled', 'returned', 'not_sent'], 'Elige qué pasó con el dinero'),
  reason: required('Escribe el motivo', TEXT_LIMITS.reason),
})
export type ResolveBody = z.infer<typeof resolveBody>
