import type { Env } from '../../env.ts'
import { counted } from '../failures.ts'
import type { DeliveryFault } from '../mail/mail-fault.ts'
import { writeToOutbox } from '../mail/outbox.ts'

/** An SMS or WhatsApp message. */
interface Message {
  /** International number: `+525512345678`. */
  to: string
  text: string
  /** The same for all attempts: the provider sends a message with a known key no second time. */
  key: string
}

/** Sends messages through a provider. */
export interface Messenger {
  /** Resolves once the provider accepted the message; throws `MessageError` if it did not. */
  send: (message: Message) => Promise<void>
}

/** A message that the provider did not accept. */
class MessageError extends Error implements DeliveryFault {
  readonly reason: string
  readonly is_final: boolean

  constructor(reason: string, { is_final }: { is_final: boolean }) {
    super(`the message provider did not accept a message: ${reason}`)
    this.reason = reason
    this.is_final = is_final
  }
}

/** Reads an error of `send`: of an unknown one another attempt may succeed. */
export const messageFault = (error: unknown): DeliveryFault =>
  error instanceof MessageError ? error : { reason: 'unknown', is_final: false }

const timeout_ms = 10_000

/** Refusals after which another attempt may succeed: too slow, too early, too many; and those of our own settings. */
const passingStatuses = [401, 403, 408, 409, 425, 429]

/** Names why no answer came, without the address. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')

/**
 * Posts `{ to, from, text, reference }` as JSON to MESSAGES_URL with a bearer token and an `Idempotency-Key`, as
 * docs/operations/mail.md describes. Redirects are not followed: they would take the token along.
 */
function openHttpMessenger({ url, token, sender }: NonNullable<Env['messages']>): Messenger {
  return {
    send: counted('messages', async ({ to, text, key }: Message) => {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ to, from: sender, text, reference: key }),
        signal: AbortSignal.timeout(timeout_ms),
      }).catch((error: unknown) => {
        throw new MessageError(nameOf(error), { is_final: false })
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const { status } = answer
      const is_final = status >= 400 && status < 500 && !passingStatuses.includes(status)
      throw new MessageError(`HTTP ${status}`, { is_final })
    }),
  }
}

/** The provider of MESSAGES_URL; in a demo a stand-in that writes to DATA_DIR/outbox; else none. */
export function openMessenger({
  messages,
  demo,
  data_dir,
}: Pick<Env, 'messages' | 'demo' | 'data_dir'>): Messenger | null {
  if (messages !== undefined) return openHttpMessenger(messages)
  if (!demo) return null
  return {
    send: ({ to, text }) => writeToOutbox(data_dir, { from: 'SMS', to, subject: '', text }),
  }
}
