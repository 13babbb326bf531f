import type { WebhookAttempt, WebhookEndpoint } from '@quincena/domain/webhooks/schema'

const at = '2026-11-20T16:00:00.000Z'

/** An endpoint that got its last event a moment ago; `given` overrides its fields. */
export const webhookOf = (given: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...{ id: 3, url: 'https://nomina.ejemplo.mx/avisos', description: 'Nómina', company: null },
  ...{ event_types: ['loan.approved', 'payment.registered'], state: 'active', delivered_position: 41 },
  ...{ waiting: 0, attempts: 0, failing_since: null, next_try_at: null, last_delivery_at: at },
  ...{ previous_secret_until: null, created_at: at },
  ...given,
})

/** A try that the receiver took. */
export const attemptOf = (given: Partial<WebhookAttempt> = {}): WebhookAttempt => ({
  ...{ id: 9, message_id: 'b3c1', position: 41, event_type: 'loan.approved', attempt: 1, is_delivered: true },
  ...{ status: 200, fault: null, duration_ms: 85, answer: 'recibido', created_at: at },
  ...given,
})
