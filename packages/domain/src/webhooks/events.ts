import { z } from 'zod'
import { day, id, instant } from '../fields.ts'
import { LOAN_TYPES, type LoanEvent } from '../loans/rules.ts'
import { PAYMENT_CHANNELS } from '../payments/channels.ts'

/** An amount in centavos. Webhooks have no pesos, so a receiver needs no decimals. */
const amount_cents = z.int()

/** What every event says of its loan. Names, addresses and accounts of people are read from the API. */
const loanFacts = z.object({
  loan_id: id,
  folio: z.string(),
  type: z.enum(LOAN_TYPES),
  user_id: id,
  company_id: id.nullable(),
  amount_cents,
})
export type LoanFacts = z.output<typeof loanFacts>

const payoutFacts = loanFacts.extend({ transfer_id: id })

const paymentFacts = z.object({
  payment_id: id,
  loan_id: id,
  folio: z.string(),
  type: z.enum(LOAN_TYPES),
  user_id: id,
  company_id: id.nullable(),
  amount_cents,
  /** The day from which the payment counts. */
  value_date: day,
  channel: z.enum(PAYMENT_CHANNELS),
  /** What the loan owes afterwards; null if the reversed payment is owed apart from the loan. */
  amount_due_cents: amount_cents.nullable(),
})
export type PaymentFacts = z.output<typeof paymentFacts>

/** The version of the data of every event: an incompatible change gets a new number. */
export const WEBHOOK_VERSION = 1

/** The data of each event. A new field is no new version; a removed or changed one is. */
export const webhookData = {
  'loan.requested': loanFacts,
  'loan.approved': loanFacts,
  'loan.rejected': loanFacts,
  'loan.declined': loanFacts,
  'loan.expired': loanFacts,
  'loan.cancelled': loanFacts,
  'loan.signed': loanFacts,
  'loan.paid_out': loanFacts,
  'loan.overdue': loanFacts,
  'loan.caught_up': loanFacts,
  'loan.completed': loanFacts,
  'loan.reopened': loanFacts,
  'payout.settled': payoutFacts,
  'payout.refused': loanFacts,
  'payout.returned': loanFacts,
  'payment.registered': paymentFacts,
  'payment.reversed': paymentFacts,
} as const

export type WebhookEventType = keyof typeof webhookData
export type WebhookData<Type extends WebhookEventType> = z.output<(typeof webhookData)[Type]>

const isEventType = (type: string): type is WebhookEventType => Object.hasOwn(webhookData, type)

/** The events that an endpoint may ask for, in the order of a loan's life. */
export const WEBHOOK_EVENT_TYPES = Object.keys(webhookData).filter(isEventType)

/**
 * The event that a transition of a loan is to the outside; null where others say it. `revive` and `reinstate` correct what
 * a refusal or cancellation said, and `loan.paid_out` follows.
 */
export const EVENT_OF_TRANSITION: Record<LoanEvent, WebhookEventType | null> = {
  approve: 'loan.approved',
  reject: 'loan.rejected',
  decline: 'loan.declined',
  withdraw: 'loan.declined',
  expire: 'loan.expired',
  accept: 'loan.signed',
  send: 'loan.paid_out',
  resend: 'loan.paid_out',
  refuse: 'payout.refused',
  return: 'payout.returned',
  revive: null,
  reinstate: null,
  cancel: 'loan.cancelled',
  fall_overdue: 'loan.overdue',
  catch_up: 'loan.caught_up',
  complete: 'loan.completed',
  reverse: 'loan.reopened',
}

/** Spanish text of each event, for the staff screens; `webhook.test` is what «Probar» sends. */
export const webhookEventWords: Record<WebhookEventType, string> = {
  'loan.requested': 'Se pidió un préstamo',
  'loan.approved': 'Se aprobó una solicitud',
  'loan.rejected': 'Se rechazó una solicitud',
  'loan.declined': 'El trabajador retiró la solicitud o no quiso la oferta',
  'loan.expired': 'Una oferta venció',
  'loan.cancelled': 'Se canceló un préstamo',
  'loan.signed': 'El trabajador firmó el contrato',
  'loan.paid_out': 'Se envió el dinero',
  'loan.overdue': 'Un préstamo se atrasó',
  'loan.caught_up': 'Un préstamo se puso al corriente',
  'loan.completed': 'Un préstamo se liquidó',
  'loan.reopened': 'Un préstamo liquidado se reabrió',
  'payout.settled': 'El dinero llegó a la cuenta',
  'payout.refused': 'STP no aceptó el envío',
  'payout.returned': 'El envío fue devuelto',
  'payment.registered': 'Se registró un pago',
  'payment.reversed': 'Se revirtió un pago',
}

/** The body that a receiver gets. `position` counts all events of the installation, without gaps. */
export const webhookMessage = z.object({
  type: z.string(),
  version: z.int().positive(),
  /** Null for a test. */
  position: z.int().positive().nullable(),
  /** When it happened. */
  timestamp: instant,
  data: z.record(z.string(), z.unknown()),
})
export type WebhookMessage = z.output<typeof webhookMessage>
