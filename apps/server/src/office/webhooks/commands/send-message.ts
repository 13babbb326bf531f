import { randomUUID } from 'node:crypto'
import { WEBHOOK_VERSION } from '@quincena/domain/webhooks/events'
import type { WebhookAttempt } from '@quincena/domain/webhooks/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { webhookHeaders } from '../../../integrations/webhooks/signature.ts'
import { isTaken, postWebhook, type WebhookOutcome } from '../../../integrations/webhooks/webhook-client.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import type { NumberedEvent } from '../../../platform/webhook-events/queries.ts'
import { getAttempt } from '../queries.ts'
import { type EndpointRow, signingSecrets } from '../rules.ts'
import { allowsLocal } from './save-endpoint.ts'

/** A message, whose position is null in a test. */
export type Outgoing = Omit<NumberedEvent, 'position'> & { position: number | null }

type Sending = Pick<Deps, 'env' | 'secrets' | 'clock'>

/** The secrets that sign now; null if they were encrypted under another SECRET_KEY. */
function readSecrets({ secrets }: Sending, endpoint: EndpointRow, now: Temporal.Instant) {
  try {
    return signingSecrets(secrets, endpoint, now)
  } catch {
    return null
  }
}

/**
 * Signs a message with the present secrets of an endpoint and posts it. No transaction is open meanwhile. Secrets that
 * cannot be read are a failed try, `SECRET_KEY`.
 */
export async function sendMessage(
  deps: Sending,
  endpoint: EndpointRow,
  { message_id, message }: Outgoing,
): Promise<WebhookOutcome> {
  const now = deps.clock()
  const secrets = readSecrets(deps, endpoint, now)
  if (secrets === null) return { status: null, fault: 'SECRET_KEY', duration_ms: 0, answer: null }
  const body = JSON.stringify(message)
  const timestamp_s = Math.floor(now.epochMilliseconds / 1000)
  return postWebhook({
    url: endpoint.url,
    headers: webhookHeaders(secrets, { message_id, timestamp_s, body }),
    body,
    allow_local: allowsLocal(deps),
  })
}

interface Attempted {
  endpoint_id: number
  sent: Outgoing
  attempt: number
  outcome: WebhookOutcome
}

/** Writes a try to the log of its endpoint, unless the endpoint was deleted meanwhile; returns its id. */
export async function logAttempt(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  { endpoint_id, sent, attempt, outcome }: Attempted,
): Promise<number | undefined> {
  const endpoint = await trx
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('id', '=', endpoint_id)
    .forKeyShare()
    .executeTakeFirst()
  if (endpoint === undefined) return undefined
  const { id } = await trx
    .insertInto('webhook_attempt')
    .values({
      ...{ endpoint_id, message_id: sent.message_id, position: sent.position, event_type: sent.message.type },
      ...{ attempt, is_delivered: isTaken(outcome), ...outcome, created_at: isoOf(clock()) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Sends a test message, `webhook.test`, to an endpoint in any state, and returns what came of it. Throws
 * `webhook.not_found` (404).
 */
export async function testEndpoint(deps: Deps, context: CommandContext, id: number): Promise<WebhookAttempt> {
  const endpoint = await deps.db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (endpoint === undefined) throw new AppError('webhook.not_found', 404)
  const timestamp = isoOf(deps.clock())
  const sent: Outgoing = {
    ...{ message_id: randomUUID(), position: null },
    message: {
      ...{ type: 'webhook.test', version: WEBHOOK_VERSION, position: null, timestamp },
      data: { endpoint_id: id },
    },
  }
  const outcome = await sendMessage(deps, endpoint, sent)
  const attempt_id = await deps.db.transaction().execute(async (trx) => {
    const logged = await logAttempt(deps, trx, { endpoint_id: id, sent, attempt: 1, outcome })
    if (logged === undefined) throw new AppError('webhook.not_found', 404)
    const { status, fault } = outcome
    await writeAudit(deps, trx, {
      ...{ context, action: 'webhook.tested', subject: ['webhook_endpoint', id], after: { status, fault } },
    })
    return logged
  })
  return getAttempt(deps.db, attempt_id)
}
