import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { WebhookTables } from '../../../db/webhook-types.ts'
import type { Deps } from '../../../deps.ts'
import { isTaken, type WebhookOutcome } from '../../../integrations/webhooks/webhook-client.ts'
import { notifyOfSecurityChange } from '../../../people/auth/notices/security-change.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { numberEvents } from '../../../platform/webhook-events/commands.ts'
import { listEventsAfter, type NumberedEvent } from '../../../platform/webhook-events/queries.ts'
import { type EndpointRow, GONE_STATUS, isGivenUp, waitSeconds } from '../rules.ts'
import { logAttempt, sendMessage } from './send-message.ts'

/** Endpoints to which one process delivers at once, so that a slow receiver delays no other. */
const senders = 8
/** Events that are read at once for one endpoint. */
const batchSize = 50
/** Longer than one delivery takes at most; after it another process may take over from a killed one. */
const claimSeconds = 30
/** Time after which a run gives the endpoint back, so that all get their turn. */
const turnMs = 10_000

type Claimed = EndpointRow & { claim: string }

/** The active endpoints that may have events and whose next attempt is due, without those that are claimed. */
const isDue = (now: string, last_position: number) => sql<boolean>`
  state = 'active' and delivered_position < ${last_position}::bigint
  and coalesce(next_try_at <= ${now}::timestamptz, true) and coalesce(claimed_until <= ${now}::timestamptz, true)`

async function countDue({ db, clock }: Deps, last_position: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isDue(isoOf(clock()), last_position))
    .executeTakeFirstOrThrow()
  return count
}

/** Claims an endpoint that is due; undefined if there is none. */
async function claimEndpoint({ db, clock }: Deps, last_position: number): Promise<Claimed | undefined> {
  const now = clock()
  const claim = randomUUID()
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoint set claim = ${claim}::uuid,
      claimed_until = ${isoOf(now.add({ seconds: claimSeconds }))}::timestamptz
    where id = (
      select id from webhook_endpoint where ${isDue(isoOf(now), last_position)}
      order by next_try_at nulls first, id limit 1 for update skip locked)
    returning *`.execute(db)
  const [row] = rows
  return row && { ...row, claim }
}

/** Changes a claimed endpoint unless somebody changed it meanwhile; returns whether the claim is still valid. */
async function changeClaimed(
  db: Deps['db'] | Trx,
  { id, claim }: Pick<Claimed, 'id' | 'claim'>,
  changes: Updateable<WebhookTables['webhook_endpoint']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set(changes)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const released = { claim: null, claimed_until: null }

const pauseTitle = 'Se pausaron los avisos a un sistema'

/** Notifies all admins in the app and by mail that an endpoint was paused. */
async function notifyOfPause(deps: Deps, trx: Trx, { id, url, description }: EndpointRow) {
  const admins = await trx
    .selectFrom('app_user')
    .select('id')
    .where('user_type', '=', 'U0')
    .where('is_active', '=', true)
    .execute()
  const { host } = new URL(url)
  const name = description === '' ? host : `${description} (${host})`
  const message = `«${name}» no recibió avisos en tres días, o pidió no recibir más. Los avisos se conservan 30 días: revisa el sistema y actívalo en Configuración, Webhooks.`
  for (const { id: user_id } of admins)
    await notifyOfSecurityChange(deps, trx, {
      ...{ user_id, title: pauseTitle, message, once: `webhook:${id}:${isoOf(deps.clock())}` },
    })
}

interface Tried {
  event: NumberedEvent
  outcome: WebhookOutcome
}

const delivered = (event: NumberedEvent, now: string) => ({
  delivered_position: event.position,
  ...{ attempts: 0, failing_since: null, next_try_at: null, last_delivery_at: now },
})

/** Keeps a failed attempt: the next one is later, or the endpoint is paused and the admins are notified. */
async function keepFailure(deps: Deps, trx: Trx, { endpoint, outcome }: Tried & { endpoint: Claimed }) {
  const now = deps.clock()
  const attempts = endpoint.attempts + 1
  const failing_since = endpoint.failing_since ?? isoOf(now)
  const next_try_at = isoOf(now.add({ seconds: waitSeconds(attempts) }))
  const failed = { attempts, failing_since, next_try_at, ...released }
  const { status, fault } = outcome
  const isOver = isGivenUp({ status, failing_since }, now)
  const changes = isOver ? { ...failed, state: 'paused' as const, next_try_at: null } : failed
  if (!(await changeClaimed(trx, endpoint, changes)) || !isOver) return
  await writeAudit(deps, trx, {
    ...{ context: null, action: 'webhook.paused', subject: ['webhook_endpoint', endpoint.id] },
    after: { attempts, failing_since, status, fault, gone: status === GONE_STATUS },
  })
  await notifyOfPause(deps, trx, endpoint)
}

/** Keeps what came of an attempt; returns whether the run may go on with the next event. */
async function keepOutcome(deps: Deps, endpoint: Claimed, { event, outcome }: Tried): Promise<boolean> {
  const is_delivered = isTaken(outcome)
  const isMine = await deps.db.transaction().execute(async (trx) => {
    await logAttempt(deps, trx, {
      ...{ endpoint_id: endpoint.id, sent: event, attempt: endpoint.attempts + 1, outcome },
    })
    if (is_delivered) return changeClaimed(trx, endpoint, delivered(event, isoOf(deps.clock())))
    await keepFailure(deps, trx, { endpoint, event, outcome })
    return false
  })
  if (!is_delivered) {
    const { status, fault, duration_ms } = outcome
    deps.log.warn({ webhook: endpoint.id, position: event.position, status, fault, duration_ms }, 'webhook')
  }
  return isMine
}

interface Run {
  last_position: number
  signal: AbortSignal | undefined
}

/** Delivers to a claimed endpoint, one event after the other, until none is left, one fails or its turn is over. */
async function deliverTo(deps: Deps, claimed: Claimed, { last_position, signal }: Run): Promise<number> {
  const began_ms = performance.now()
  const { event_types, company_id, delivered_position: after } = claimed
  const filter = { event_types, company_id, after, limit: batchSize }
  const events = await listEventsAfter(deps.db, filter)
  let count = 0
  let endpoint = claimed
  for (const event of events) {
    if (signal?.aborted || performance.now() - began_ms > turnMs) break
    const claimed_until = isoOf(deps.clock().add({ seconds: claimSeconds }))
    if (!(await changeClaimed(deps.db, endpoint, { claimed_until }))) return count
    const outcome = await sendMessage(deps, endpoint, event)
    count += 1
    if (!(await keepOutcome(deps, endpoint, { event, outcome }))) return count
    endpoint = { ...endpoint, attempts: 0, failing_since: null }
  }
  // What comes after the last event is not for this endpoint. Others may have numbered events since `last_position` was read.
  const isDone = events.length < batchSize && count === events.length
  const reached = Math.max(last_position, events.at(-1)?.position ?? 0)
  const place = isDone ? { delivered_position: reached } : {}
  await changeClaimed(deps.db, endpoint, { ...released, ...place })
  return count
}

/**
 * Delivers the events that are due, to several endpoints at once and to each in order; returns the number of attempts.
 * A receiver may get an event twice, with the same `webhook-id`: a process that is killed between the answer and its row
 * leaves the event to the next one. Nothing is sent once the signal is aborted.
 */
export async function deliverEvents(deps: Deps, signal?: AbortSignal): Promise<number> {
  const last_position = await numberEvents(deps)
  let count = 0
  const send = async () => {
    while (signal?.aborted !== true) {
      const endpoint = await claimEndpoint(deps, last_position)
      if (endpoint === undefined) return
      count += await deliverTo(deps, endpoint, { last_position, signal })
    }
  }
  const due = await countDue(deps, last_position)
  const runs = await Promise.allSettled(Array.from({ length: Math.min(due, senders) }, send))
  for (const run of runs) if (run.status === 'rejected') throw run.reason
  return count
}
