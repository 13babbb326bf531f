import { deliveryOf, messageTime } from '@quincena/domain/notifications/channels'
import { kindOf } from '@quincena/domain/notifications/kinds'
import type { Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Database } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { siteOf } from '../../../integrations/mail/layout.ts'
import { type DeliveryFault, mailFault } from '../../../integrations/mail/mail-fault.ts'
import { messageFault } from '../../../integrations/messages/messenger.ts'
import { judgeOf } from '../handlers.ts'
import { noticeMail } from '../presenters.ts'
import { type ClaimedDelivery, claimDeliveries } from '../queries/deliveries.ts'

/** Deliveries that one process claims at once. */
const batchSize = 40
/** Deliveries that one process sends at once. */
const senders = 4
/** Longer than a batch takes whose every mail waits for its time limit. */
const leaseMinutes = 20

/** Age at which a failed attempt is the last: longer than a weekend on which nobody mends a mail server. */
const longestAgeHours = 72
const firstWaitMinutes = 1
const longestWaitMinutes = 240

const waitMinutes = (attempts: number) => Math.min(firstWaitMinutes * 2 ** (attempts - 1), longestWaitMinutes)

type Channel = ClaimedDelivery['channel']
type Sending = Pick<Deps, 'db' | 'clock' | 'env' | 'mailer' | 'messenger' | 'log'>

const createdAt = ({ created_at }: ClaimedDelivery) => Temporal.Instant.from(created_at.replace(' ', 'T'))

/** When a delivery may be sent: messages that are not urgent by day only. */
const sendTime = ({ channel, reason_key }: ClaimedDelivery, at: Temporal.Instant) =>
  channel === 'mail' || deliveryOf(reason_key).is_urgent ? at : messageTime(at)

/** The same for all attempts of a delivery, also after a kill: Message-ID of a mail, idempotency key of a message. */
const keyOf = (delivery: ClaimedDelivery) => `notice-${delivery.id}-${createdAt(delivery).epochMilliseconds}`

/** The message of a server of before, which stored none. */
const textOfBefore = 'Tienes un aviso importante. Entra a la app para verlo.'

/** Hands one delivery over; returns why that failed, or null. */
async function handOver(deps: Sending, delivery: ClaimedDelivery): Promise<DeliveryFault | null> {
  const { channel, address: to } = delivery
  const key = keyOf(delivery)
  if (channel === 'mail') {
    const mail = { ...noticeMail(delivery, siteOf(deps.env)), to, key }
    return deps.mailer.send(mail).then(() => null, mailFault)
  }
  if (deps.messenger === null) return { reason: 'not configured', is_final: true }
  const { words } = delivery
  const text = words !== null && 'text' in words ? words.text : textOfBefore
  return deps.messenger.send({ to, text, key }).then(() => null, messageFault)
}

function outcomeOf(deps: Sending, delivery: ClaimedDelivery, fault: DeliveryFault | null) {
  const now = deps.clock()
  if (fault === null)
    return { state: 'sent', finished_at: isoOf(now), next_try_at: null, reason: null } as const
  const reason = fault.reason.slice(0, 200)
  const isOld = now.since(createdAt(delivery)).total('hours') >= longestAgeHours
  if (fault.is_final || isOld)
    return { state: 'given_up', finished_at: isoOf(now), next_try_at: null, reason } as const
  const next_try_at = isoOf(sendTime(delivery, now.add({ minutes: waitMinutes(delivery.attempts) })))
  return { state: 'failed', finished_at: null, next_try_at, reason } as const
}

/** Stores the outcome of a claim, unless another process took the delivery over after the lease. */
async function finishClaim(
  { db }: Sending,
  { id, attempts }: ClaimedDelivery,
  outcome: Updateable<Database['notice_delivery']>,
) {
  await db
    .updateTable('notice_delivery')
    .set(outcome)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Gives a claim back without an attempt: the delivery is due at `at`. */
const giveBack = (deps: Sending, delivery: ClaimedDelivery, at: Temporal.Instant) =>
  finishClaim(deps, delivery, { next_try_at: isoOf(at), attempts: delivery.attempts - 1 })

/** Why what a delivery says is not true any more; null if it is sent. */
async function staleness({ db, clock }: Sending, { reason_key, loan }: ClaimedDelivery) {
  const kind = kindOf(reason_key)
  const judge = kind === null ? undefined : judgeOf(kind)
  if (judge === undefined || loan === null) return null
  const detail = reason_key.split(':').slice(2).join(':')
  return judge(db, { loan_id: loan, detail, now: clock() })
}

/** Finishes a delivery that is not sent, because what it says is not true any more. */
async function skip(deps: Sending, delivery: ClaimedDelivery, reason: string) {
  const { id, channel } = delivery
  deps.log.info({ delivery: id, channel, reason }, 'delivery skipped')
  const finished_at = isoOf(deps.clock())
  await finishClaim(deps, delivery, { state: 'skipped', finished_at, next_try_at: null, reason })
}

type Progress = 'sent' | 'postponed' | 'skipped' | 'failed'

/** Sends one delivery and keeps what came of it, postpones or skips it; returns whether it got on. */
async function sendOne(deps: Sending, delivery: ClaimedDelivery): Promise<Progress> {
  const now = deps.clock()
  const at = sendTime(delivery, now)
  if (Temporal.Instant.compare(at, now) > 0) {
    await giveBack(deps, delivery, at)
    return 'postponed'
  }
  const stale = await staleness(deps, delivery)
  if (stale !== null) {
    await skip(deps, delivery, stale)
    return 'skipped'
  }
  const fault = await handOver(deps, delivery)
  const outcome = outcomeOf(deps, delivery, fault)
  const { id, channel, attempts } = delivery
  const { reason, state } = outcome
  const facts = { delivery: id, channel, attempts, reason, state }
  if (state === 'given_up') deps.log.error(facts, 'delivery given up')
  if (state === 'failed') deps.log.warn(facts, 'not delivered')
  await finishClaim(deps, delivery, outcome)
  return fault === null ? 'sent' : 'failed'
}

/** Sends a batch, some at a time, and gives back what is left when the signal stops it; returns the counts. */
async function sendBatch(deps: Sending, batch: readonly ClaimedDelivery[], signal: AbortSignal | undefined) {
  const waiting = [...batch]
  const counts = { sent: 0, postponed: 0, skipped: 0, failed: 0 }
  const send = async () => {
    while (signal?.aborted !== true) {
      const next = waiting.shift()
      if (next === undefined) return
      counts[await sendOne(deps, next)] += 1
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
  for (const delivery of waiting) await giveBack(deps, delivery, deps.clock())
  return counts
}

/**
 * Sends the mails or messages of notifications that are due, independently of the other channel; returns how many were
 * taken. One whose text is not true any more is skipped. A process that is killed between the answer and its row sends again after the lease, with the same key. Ends
 * early if every attempt of a batch failed: then the mail server or the provider is down, and the next run tries again.
 * Nothing is claimed or sent once the signal is aborted.
 */
export async function sendDeliveries(deps: Sending, channel: Channel, signal?: AbortSignal): Promise<number> {
  let total = 0
  while (signal?.aborted !== true) {
    const now = deps.clock()
    const until = isoOf(now.add({ minutes: leaseMinutes }))
    const batch = await claimDeliveries(deps.db, { channel, now: isoOf(now), until, size: batchSize })
    const { sent, postponed, skipped } = await sendBatch(deps, batch, signal)
    total += sent
    if (sent + postponed + skipped === 0) break
  }
  return total
}

/** Days for which a finished delivery is kept, for questions about what was sent. */
const keptDays = 90

/** Deletes deliveries that were finished 90 days ago. */
export async function purgeDeliveries(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: keptDays * 24 }))
  await deps.db.deleteFrom('notice_delivery').where('finished_at', '<', limit).execute()
}
