import { messageText } from '@quincena/domain/notifications/channels'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { siteOf } from '../../../integrations/mail/layout.ts'
import { type DeliveryFault, mailFault } from '../../../integrations/mail/mail-fault.ts'
import { messageFault } from '../../../integrations/messages/messenger.ts'
import { noticeMail } from '../presenters.ts'
import { type ClaimedDelivery, claimDeliveries } from '../queries/deliveries.ts'

/** Deliveries that one process claims at once. */
const batchSize = 40
/** Deliveries that one process sends at once. */
const senders = 4
/** Longer than a batch takes whose every mail waits for its time limit. */
const leaseMinutes = 20

/** Attempts of one delivery; with these waits they take 17 hours. */
const mostAttempts = 12
const firstWaitMinutes = 1
const longestWaitMinutes = 240

const waitMinutes = (attempts: number) => Math.min(firstWaitMinutes * 2 ** (attempts - 1), longestWaitMinutes)

type Sending = Pick<Deps, 'db' | 'clock' | 'env' | 'mailer' | 'messenger' | 'log'>

/** The same for all attempts of a delivery, also after a kill: Message-ID of a mail, idempotency key of a message. */
const keyOf = ({ id, created_at }: ClaimedDelivery) =>
  `notice-${id}-${Temporal.Instant.from(created_at.replace(' ', 'T')).epochMilliseconds}`

/** Hands one delivery over; returns why that failed, or null. */
async function handOver(deps: Sending, delivery: ClaimedDelivery): Promise<DeliveryFault | null> {
  const { channel, address: to } = delivery
  const key = keyOf(delivery)
  if (channel === 'mail') {
    const mail = { ...noticeMail(delivery, siteOf(deps.env)), to, key }
    return deps.mailer.send(mail).then(() => null, mailFault)
  }
  const text = messageText(delivery.reason_key)
  if (deps.messenger === null || text === null) return { reason: 'not configured', is_final: true }
  return deps.messenger.send({ to, text, key }).then(() => null, messageFault)
}

function outcomeOf(deps: Sending, { attempts }: ClaimedDelivery, fault: DeliveryFault | null) {
  const now = deps.clock()
  if (fault === null)
    return { state: 'sent', finished_at: isoOf(now), next_try_at: null, reason: null } as const
  const reason = fault.reason.slice(0, 200)
  if (fault.is_final || attempts >= mostAttempts)
    return { state: 'given_up', finished_at: isoOf(now), next_try_at: null, reason } as const
  const next_try_at = isoOf(now.add({ minutes: waitMinutes(attempts) }))
  return { state: 'failed', finished_at: null, next_try_at, reason } as const
}

/** Sends one delivery and keeps what came of it; returns whether the other side took it. */
async function sendOne(deps: Sending, delivery: ClaimedDelivery): Promise<boolean> {
  const fault = await handOver(deps, delivery)
  const outcome = outcomeOf(deps, delivery, fault)
  const { id, channel, attempts } = delivery
  if (fault !== null)
    deps.log.warn(
      { delivery: id, channel, attempts, reason: outcome.reason, state: outcome.state },
      'not delivered',
    )
  await deps.db
    .updateTable('notice_delivery')
    .set(outcome)
    .where('id', '=', id)
    // Another process took it over after the lease.
    .where('attempts', '=', attempts)
    .execute()
  return fault === null
}

/** Sends a batch, some at a time; returns how many the other side took. */
async function sendBatch(deps: Sending, batch: readonly ClaimedDelivery[]): Promise<number> {
  const waiting = [...batch]
  let sent = 0
  const send = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (await sendOne(deps, next)) sent += 1
  }
  await Promise.all(Array.from({ length: senders }, send))
  return sent
}

/**
 * Sends the mails and messages of notifications that are due; returns how many were taken. A process that is killed
 * between the answer and its row sends again after the lease, with the same key. Ends early if nothing of a batch was
 * taken: then the mail server or the provider is down, and the next run tries again.
 */
export async function sendDeliveries(deps: Sending): Promise<number> {
  let total = 0
  for (;;) {
    const now = deps.clock()
    const until = isoOf(now.add({ minutes: leaseMinutes }))
    const batch = await claimDeliveries(deps.db, { now: isoOf(now), until, size: batchSize })
    const sent = await sendBatch(deps, batch)
    total += sent
    if (sent === 0) return total
  }
}

/** Days for which a finished delivery is kept, for questions about what was sent. */
const keptDays = 90

/** Deletes deliveries that were finished 90 days ago. */
export async function purgeDeliveries(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: keptDays * 24 }))
  await deps.db.deleteFrom('notice_delivery').where('finished_at', '<', limit).execute()
}
