import { createHmac, randomBytes } from 'node:crypto'

/** Bytes of a secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** Makes a secret that signs webhooks: 256 random bits in Base64, after `whsec_`. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface Signed {
  /** The name of the message: the same in every attempt. */
  message_id: string
  /** Seconds since 1970 at which the attempt is sent. */
  timestamp_s: number
  body: string
}

function signatureOf(secret: string, { message_id, timestamp_s, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${message_id}.${timestamp_s}.${body}`).digest('base64')}`
}

/**
 * The headers of Standard Webhooks (standardwebhooks.com): the message's name, the time of the attempt, and one signature
 * for each secret, separated by spaces. A receiver accepts the message if one of them is that of its secret.
 */
export function webhookHeaders(secrets: readonly string[], signed: Signed): Record<string, string> {
  return {
    'webhook-id': signed.message_id,
    'webhook-timestamp': String(signed.timestamp_s),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
  }
}
