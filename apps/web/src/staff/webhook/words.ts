import { webhookEventWords } from '@quincena/domain/webhooks/events'
import type { WebhookAttempt, WebhookEndpoint } from '@quincena/domain/webhooks/schema'

const eventWords: Readonly<Record<string, string>> = { ...webhookEventWords, 'webhook.test': 'Prueba' }

/** The Spanish text of an event, or its type if it is unknown. */
export const eventName = (type: string): string => eventWords[type] ?? type

/** The state of an endpoint as its badge shows it. */
export function stateBadge({ state, attempts }: Pick<WebhookEndpoint, 'state' | 'attempts'>) {
  if (state === 'paused') return { tone: 'rejected', label: 'En pausa' } as const
  if (state === 'off') return { tone: 'neutral', label: 'Apagado' } as const
  return attempts > 0
    ? ({ tone: 'pending', label: 'Fallando' } as const)
    : ({ tone: 'accepted', label: 'Al corriente' } as const)
}

const faultWords: Readonly<Record<string, string>> = {
  TIMEOUT: 'No respondió en 10 segundos',
  PRIVATE_ADDRESS: 'La dirección lleva a una red privada',
  SECRET_KEY: 'El servidor no puede leer el secreto: cámbialo',
  ECONNREFUSED: 'El servidor rechazó la conexión',
  ECONNRESET: 'El servidor cortó la conexión',
  ENOTFOUND: 'El nombre del servidor no existe',
  CERT_HAS_EXPIRED: 'Su certificado venció',
}

/** What came of a try: `HTTP 200`, or why no answer came. */
export function outcomeText({ status, fault }: Pick<WebhookAttempt, 'status' | 'fault'>): string {
  if (status !== null) return `HTTP ${status}`
  return faultWords[fault ?? ''] ?? `Sin conexión (${fault ?? 'desconocido'})`
}
