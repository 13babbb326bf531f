import { ECDH } from 'node:crypto'
import type { PushSubscriptionBody } from '@quincena/domain/push/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isPushEndpoint } from '../../../integrations/push/public-address.ts'
import { writeAudit } from '../../audit/commands/write-audit.ts'

/** Most subscriptions of one user; a new one replaces the oldest. */
const maxSubscriptions = 10

/** True for an uncompressed point of P-256, the key that messages are encrypted for. */
function isPublicKey(p256dh: string): boolean {
  try {
    const point = Buffer.from(p256dh, 'base64url')
    ECDH.convertKey(point, 'prime256v1')
    return point.length === 65
  } catch {
    return false
  }
}

function refuse(field: 'endpoint' | 'keys.p256dh' | 'keys.auth'): never {
  throw new AppError('push.refused', 422, { fields: { [field]: 'push.refused' } })
}

function checkSubscription(deps: Deps, { endpoint, keys }: PushSubscriptionBody) {
  if (!isPushEndpoint(endpoint, deps.env.push.allow_local)) refuse('endpoint')
  if (!isPublicKey(keys.p256dh)) refuse('keys.p256dh')
  if (Buffer.from(keys.auth, 'base64url').length !== 16) refuse('keys.auth')
}

/** Stores the browser's subscription for this user and session; false if nothing changed. */
async function storeSubscription(
  deps: Deps,
  trx: Trx,
  { user_id, session_id, body }: { user_id: number; session_id: number; body: PushSubscriptionBody },
): Promise<boolean> {
  const { endpoint, keys } = body
  const row = { user_id, session_id, p256dh: keys.p256dh, auth: keys.auth }
  const before = await trx
    .selectFrom('push_subscription')
    .select(['user_id', 'session_id', 'p256dh', 'auth'])
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(row)) return false
  await trx
    .insertInto('push_subscription')
    .values({ ...row, endpoint, created_at: isoOf(deps.clock()) })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .execute()
  return true
}

async function dropOldest(trx: Trx, user_id: number) {
  await trx
    .deleteFrom('push_subscription')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_subscription')
        .select('id')
        .where('user_id', '=', user_id)
        .orderBy('id', 'desc')
        .offset(maxSubscriptions),
    )
    .execute()
}

/**
 * Subscribes this browser to push messages of the caller's notifications until their session ends; another user's
 * subscription of this browser is replaced. Throws `push.refused` (422) if the endpoint is no push service or a key is
 * invalid.
 */
export function subscribe(deps: Deps, context: CommandContext, body: PushSubscriptionBody) {
  checkSubscription(deps, body)
  return runCommand(deps, context, async (trx) => {
    const { session_id, user } = context
    if (session_id === null) throw new AppError('session.required', 401)
    if (!(await storeSubscription(deps, trx, { user_id: user.id, session_id, body }))) return {}
    await dropOldest(trx, user.id)
    await writeAudit(deps, trx, {
      context,
      action: 'push.on',
      subject: ['user', user.id],
      after: { service: new URL(body.endpoint).host },
    })
    return {}
  })
}

/** Ends the push messages to this browser; does nothing if it is not subscribed. */
export function unsubscribe(deps: Deps, context: CommandContext, endpoint: string) {
  return runCommand(deps, context, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .where('user_id', '=', context.user.id)
      .executeTakeFirst()
    if (numDeletedRows > 0n)
      await writeAudit(deps, trx, { context, action: 'push.off', subject: ['user', context.user.id] })
    return {}
  })
}

/** A stored notification and the subscriptions of its recipient. */
export interface StoredNotice {
  id: number
  recipient_id: number
  subscription_ids: readonly number[]
}

/** Queues a push message for each subscription of the recipients, inside the caller's transaction. */
export async function pushNotifications(
  deps: Pick<Deps, 'queue'>,
  trx: Trx,
  stored: readonly StoredNotice[],
): Promise<void> {
  const jobs = stored.flatMap(({ id: notification_id, subscription_ids }) =>
    subscription_ids.map((subscription_id) => ({ data: { subscription_id, notification_id }, after_s: 0 })),
  )
  await deps.queue.sendMany(trx, 'send-push', jobs)
}

/** Deletes the subscriptions of sessions that ended or expired. */
export async function purgeSubscriptions(deps: Deps): Promise<void> {
  await deps.db
    .deleteFrom('push_subscription')
    .using('session_summary as session')
    .whereRef('session.id', '=', 'push_subscription.session_id')
    .where((eb) =>
      eb.or([eb('session.ended_at', 'is not', null), eb('session.expires_at', '<=', isoOf(deps.clock()))]),
    )
    .execute()
}
