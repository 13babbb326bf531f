import { z } from 'zod'
import { flag, id, instant, textUpTo } from '../fields.ts'
import { listQuery, pageOf } from '../page.ts'
import { WEBHOOK_EVENT_TYPES } from './events.ts'

/** Hours for which the secret before a rotation still signs, beside the new one. */
export const SECRET_OVERLAP_HOURS = 24
/** Days for which events and the log of deliveries are kept. */
export const WEBHOOK_KEPT_DAYS = 30
/** Endpoints that an installation may have. */
export const MAX_WEBHOOKS = 20
const MAX_URL_LENGTH = 500
const MAX_DESCRIPTION_LENGTH = 120

/** The states of an endpoint; `paused`: nothing was delivered for three days, or the receiver answered 410. */
const WEBHOOK_STATES = ['active', 'off', 'paused'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

const count = z.int().nonnegative()
const eventType = z.enum(WEBHOOK_EVENT_TYPES, 'Elige avisos de la lista')

/** An endpoint that gets events; its secret is never shown again. */
export const webhookEndpoint = z.object({
  id,
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.string()),
  company: z.object({ id, name: z.string() }).nullable(),
  state: z.enum(WEBHOOK_STATES),
  /** All events up to this position are delivered, or not for this endpoint. */
  delivered_position: count,
  /** Events that wait, counted up to 1,000. */
  waiting: count,
  /** Failed tries of the event that is next; 0 if none failed. */
  attempts: count,
  failing_since: instant.nullable(),
  next_try_at: instant.nullable(),
  last_delivery_at: instant.nullable(),
  /** Until then the secret before signs too. */
  previous_secret_until: instant.nullable(),
  created_at: instant,
})
export type WebhookEndpoint = z.output<typeof webhookEndpoint>

/** Answer of `GET /webhooks`: all endpoints, and the positions that can be replayed, null before the first event. */
export const webhookList = z.object({
  results: z.array(webhookEndpoint),
  first_position: z.int().positive().nullable(),
  last_position: z.int().positive().nullable(),
})
export type WebhookList = z.output<typeof webhookList>

/** A whole address, without a user and without a fragment. */
const HTTP_URL = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/i

/** Body of a new endpoint and of a change. The server also refuses http and addresses that are not public. */
export const webhookBody = z.object({
  url: z
    .string('Escribe la dirección que recibe los avisos')
    .trim()
    .min(1, 'Escribe la dirección que recibe los avisos')
    .max(MAX_URL_LENGTH, `Máximo ${MAX_URL_LENGTH} caracteres`)
    .regex(HTTP_URL, 'Escribe una dirección completa, como https://ejemplo.mx/avisos, sin usuario ni «#»'),
  description: textUpTo(MAX_DESCRIPTION_LENGTH),
  event_types: z
    .array(eventType, 'Elige al menos un aviso')
    .min(1, 'Elige al menos un aviso')
    .max(WEBHOOK_EVENT_TYPES.length, 'Cada aviso va una sola vez')
    .refine((types) => new Set(types).size === types.length, 'Cada aviso va una sola vez'),
  /** Only events about workers of this company; null for all. */
  company: id.nullish(),
  is_active: flag,
})
export type WebhookBody = z.output<typeof webhookBody>

/**
 * Answer of a new endpoint. `secret`, which signs the messages, is shown once: a repeated request with the same key has
 * null.
 */
export const createdWebhook = z.object({ endpoint: webhookEndpoint, secret: z.string().nullable() })

/** Body of a replay: events from this position on are delivered again. */
export const webhookReplay = z.object({
  position: z.coerce
    .number('Escribe desde qué número de aviso')
    .int('Escribe un número entero')
    .min(1, 'El primer aviso es el 1')
    .max(Number.MAX_SAFE_INTEGER, 'Ese número es demasiado grande'),
})

/** A try to deliver an event. */
export const webhookAttempt = z.object({
  id,
  /** `webhook-id` of the message: the same in every try. */
  message_id: z.string(),
  /** Null for a test. */
  position: z.int().positive().nullable(),
  event_type: z.string(),
  attempt: z.int().positive(),
  is_delivered: z.boolean(),
  /** HTTP status; null if no answer came. */
  status: z.int().nullable(),
  /** Why no answer came, as a code; null if one came. */
  fault: z.string().nullable(),
  duration_ms: count,
  /** The first characters of the answer. */
  answer: z.string().nullable(),
  created_at: instant,
})
export type WebhookAttempt = z.output<typeof webhookAttempt>

/** Query of the log of an endpoint, newest first; `failed` leaves out what was delivered. */
export const webhookAttemptQuery = listQuery(['id'], 20).extend({ failed: flag.optional() })
export const webhookAttemptPage = pageOf(webhookAttempt)
