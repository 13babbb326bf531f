import { setTimeout as wait } from 'node:timers/promises'
import type { SigningCodeChannel } from '@quincena/domain/loans/signing-code-rules'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { type DeliveryFault, mailFault } from '../../../integrations/mail/mail-fault.ts'
import { messageFault } from '../../../integrations/messages/messenger.ts'
import { signingCodeMail, signingCodeMessage } from '../notices.ts'
import { SENDING } from '../queries.ts'

interface Delivery {
  id: number
  channel: SigningCodeChannel
  address: string
  first_name: string
  code: string
}

/** The request waits this long for the other side; a code that takes longer may still arrive. */
export const answerWaitMs = 8000

/** Hands the code over; returns why that failed, or null. */
async function handOver(deps: Deps, { id, channel, address, first_name, code }: Delivery) {
  const key = `signing-code-${id}`
  if (channel === 'mail') {
    const mail = { ...signingCodeMail(deps, { first_name, code }), to: address, key }
    return deps.mailer.send(mail).then(() => null, mailFault)
  }
  const { trade_name } = deps.brand.current()
  const message = { to: address, text: signingCodeMessage({ code, trade_name }), key }
  return deps.messenger?.send(message).then(() => null, messageFault) ?? null
}

async function keepFault(deps: Deps, { id, channel }: Delivery, { reason }: DeliveryFault): Promise<void> {
  deps.log.warn({ signing_code: id, channel, reason }, 'code not sent')
  const fault = reason.slice(0, 200)
  await deps.db.updateTable('signing_code').set({ fault }).where('id', '=', id).execute()
}

/** From now on the code confirms a signature. */
async function keepSent(deps: Deps, { id }: Delivery): Promise<void> {
  const sent = deps.db.updateTable('signing_code').set({ fault: null })
  await sent.where('id', '=', id).where('fault', '=', SENDING).execute()
}

/**
 * Sends a code without the queue, which would keep it, so that a refusal shows at once. Nobody can use or guess the
 * code before it is handed over. One that was not sent in time becomes valid, because it may have arrived. Throws `signing_code.not_sent` (503) if the other side refuses it.
 */
export async function sendCode(deps: Deps, delivery: Delivery): Promise<void> {
  const waiting = new AbortController()
  const late = wait(answerWaitMs, null, { signal: waiting.signal, ref: false }).catch(() => null)
  const sending = handOver(deps, delivery).then(async (fault) => {
    if (fault !== null) await keepFault(deps, delivery, fault)
    return fault
  })
  const fault = await Promise.race([sending, late])
  waiting.abort()
  if (fault === null) await keepSent(deps, delivery)
  if (fault !== null) throw new AppError('signing_code.not_sent', 503, { retry_after_s: 5 })
}

/** Deletes codes that expired two days ago and confirmed no signature. */
export async function purgeSigningCodes(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: 48 }))
  await deps.db
    .deleteFrom('signing_code')
    .where('used_at', 'is', null)
    .where('expires_at', '<', limit)
    .execute()
}
