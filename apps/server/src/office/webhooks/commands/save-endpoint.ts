import {
  MAX_WEBHOOKS,
  SECRET_OVERLAP_HOURS,
  type WebhookBody,
  type WebhookState,
} from '@quincena/domain/webhooks/schema'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { newWebhookSecret } from '../../../integrations/webhooks/signature.ts'
import { isCallable } from '../../../integrations/webhooks/webhook-client.ts'
import { requireCompany } from '../../../people/users/commands/require-company.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { findKeptPositions, readLastPosition } from '../../../platform/webhook-events/queries.ts'
import { type EndpointRow, sealSecret } from '../rules.ts'

/** Whether http on 127.0.0.1 may be called: in a demo that no other machine reaches. */
export const allowsLocal = ({ env }: Pick<Deps, 'env'>): boolean => env.demo && !env.reachable

/** Throws `webhook.url_refused` (422, at `url`) for an address that the server never calls. */
function refuseAddress(deps: Deps, { url }: WebhookBody) {
  if (isCallable(url, allowsLocal(deps))) return
  throw new AppError('webhook.url_refused', 422, { fields: { url: 'webhook.url_refused' } })
}

const columnsOf = ({ url, description, event_types, company }: WebhookBody) => ({
  ...{ url, description, event_types: [...event_types], company_id: company ?? null },
})

/** An endpoint that was paused stays so until it is turned on. */
function stateAfter(before: WebhookState, { is_active }: WebhookBody): WebhookState {
  if (is_active) return 'active'
  return before === 'paused' ? 'paused' : 'off'
}

/** What the audit trail keeps of an endpoint; never a secret. */
const auditedOf = ({
  url,
  description,
  event_types,
  company_id,
  state,
}: Pick<EndpointRow, 'url' | 'description' | 'event_types' | 'company_id' | 'state'>) => ({
  ...{ url, description, event_types, company_id, state },
})

/** Reads and locks an endpoint until the transaction ends. Throws `webhook.not_found` (404). */
async function lockEndpoint(trx: Trx, id: number): Promise<EndpointRow> {
  const row = await trx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('webhook.not_found', 404)
  return row
}

/** Begins anew: no failed attempts, and a delivery that is under way does not move the endpoint's place. */
const freshRun = { attempts: 0, failing_since: null, next_try_at: null, claim: null, claimed_until: null }

/**
 * Adds an endpoint, which gets the events from now on, and returns its secret; null to a repeated request, because a
 * secret is stored encrypted alone. Throws `webhook.url_refused`, `company.not_found` (422) and `webhook.too_many` (409).
 */
export async function createEndpoint(deps: Deps, context: CommandContext, body: WebhookBody) {
  refuseAddress(deps, body)
  let secret: string | null = null
  const { id } = await runCommand(deps, context, async (trx) => {
    await requireCompany(trx, body.company)
    await takeLock(trx, 'webhook_endpoints')
    const { count } = await trx
      .selectFrom('webhook_endpoint')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MAX_WEBHOOKS) throw new AppError('webhook.too_many', 409)
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('webhook_endpoint', 'id')) as id`.execute(trx)
    const id = rows[0]?.id ?? 0
    secret = newWebhookSecret()
    const now = isoOf(deps.clock())
    const columns = {
      ...columnsOf(body),
      state: body.is_active ? ('active' as const) : ('off' as const),
      delivered_position: await readLastPosition(trx),
    }
    await trx
      .insertInto('webhook_endpoint')
      .values({
        ...{ id, ...columns, sealed_secret: sealSecret(deps.secrets, secret, id) },
        ...{ created_by: context.user.id, created_at: now, updated_at: now },
      })
      .execute()
    const after = auditedOf(columns)
    await writeAudit(deps, trx, {
      context,
      action: 'webhook.created',
      subject: ['webhook_endpoint', id],
      after,
    })
    return { id }
  })
  return { id, secret: context.replayed === true ? null : secret }
}

/**
 * Changes an endpoint. Turning it on again, also after it was paused, delivers what waits. Throws `webhook.not_found`
 * (404), `webhook.url_refused` and `company.not_found` (422).
 */
export function changeEndpoint(
  deps: Deps,
  context: CommandContext,
  { id, body }: { id: number; body: WebhookBody },
) {
  refuseAddress(deps, body)
  return runCommand(deps, context, async (trx) => {
    await requireCompany(trx, body.company)
    const before = await lockEndpoint(trx, id)
    const columns = { ...columnsOf(body), state: stateAfter(before.state, body) }
    await trx
      .updateTable('webhook_endpoint')
      .set({ ...columns, ...freshRun, updated_at: isoOf(deps.clock()) })
      .where('id', '=', id)
      .execute()
    await writeAudit(deps, trx, {
      ...{ context, action: 'webhook.changed', subject: ['webhook_endpoint', id] },
      ...{ before: auditedOf(before), after: auditedOf(columns) },
    })
    return { id }
  })
}

/** Deletes an endpoint and its log. Throws `webhook.not_found` (404). */
export function deleteEndpoint(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const before = await lockEndpoint(trx, id)
    await trx.deleteFrom('webhook_endpoint').where('id', '=', id).execute()
    await writeAudit(deps, trx, {
      ...{ context, action: 'webhook.deleted', subject: ['webhook_endpoint', id] },
      before: auditedOf(before),
    })
    return { id }
  })
}

/**
 * Replaces the secret of an endpoint and returns the new one; null to a repeated request. The one before signs too for 24
 * hours. Throws `webhook.not_found` (404).
 */
export async function rotateSecret(deps: Deps, context: CommandContext, id: number) {
  let secret: string | null = null
  await runCommand(deps, context, async (trx) => {
    const { sealed_secret } = await lockEndpoint(trx, id)
    secret = newWebhookSecret()
    const now = deps.clock()
    await trx
      .updateTable('webhook_endpoint')
      .set({
        sealed_secret: sealSecret(deps.secrets, secret, id),
        sealed_previous_secret: sealed_secret,
        previous_secret_until: isoOf(now.add({ hours: SECRET_OVERLAP_HOURS })),
        updated_at: isoOf(now),
      })
      .where('id', '=', id)
      .execute()
    await writeAudit(deps, trx, {
      ...{ context, action: 'webhook.secret_rotated', subject: ['webhook_endpoint', id] },
    })
    return { id }
  })
  return { secret: context.replayed === true ? null : secret }
}

/**
 * Delivers the kept events from a position on again, also those that were delivered before. Throws `webhook.not_found`
 * (404) and `webhook.position_unknown` (422, at `position`).
 */
export function replayEvents(
  deps: Deps,
  context: CommandContext,
  { id, position }: { id: number; position: number },
) {
  return runCommand(deps, context, async (trx) => {
    const { delivered_position } = await lockEndpoint(trx, id)
    const { first_position, last_position } = await findKeptPositions(trx)
    const isKept = position >= (first_position ?? Infinity) && position <= (last_position ?? 0)
    if (!isKept)
      throw new AppError('webhook.position_unknown', 422, {
        fields: { position: 'webhook.position_unknown' },
      })
    await trx
      .updateTable('webhook_endpoint')
      .set({ ...freshRun, delivered_position: position - 1, updated_at: isoOf(deps.clock()) })
      .where('id', '=', id)
      .execute()
    await writeAudit(deps, trx, {
      ...{ context, action: 'webhook.replayed', subject: ['webhook_endpoint', id] },
      ...{ before: { delivered_position }, after: { delivered_position: position - 1 } },
    })
    return { id }
  })
}
