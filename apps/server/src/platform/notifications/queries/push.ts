import { topicOf } from '@quincena/domain/notifications/channels'
import { channelKey } from '@quincena/domain/notifications/topics'
import type { PushMessage } from '@quincena/domain/push/schema'
import { PRIVATE_NOTICE } from '@quincena/domain/texts/fill-notice'
import { typedPrivateData } from '@quincena/domain/texts/typed-private'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import type { PushTarget } from '../../../integrations/push/push-client.ts'
import { pathOf } from '../presenters.ts'
import { findLocked, findNotification } from './notifications.ts'

/**
 * Subscriptions of sessions that were not ended and have not expired. Idle sessions count, because messages arrive
 * while the app is closed.
 */
function living(db: Db, now: string) {
  return db
    .selectFrom('push_subscription as push')
    .innerJoin('session_summary as session', 'session.id', 'push.session_id')
    .innerJoin('user_summary as user', 'user.id', 'push.user_id')
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('user.is_active', '=', true)
}

/**
 * SQL for the ids of all subscriptions of a stored notification's recipient; `findPush` leaves out those of ended
 * sessions when a message is sent.
 */
export const subscriptionsOfRecipient = sql<number[]>`to_json(array(
  select push.id from push_subscription as push where push.user_id = notification.recipient_id))`.as(
  'subscription_ids',
)

/** What a locked phone shows of a message that staff typed: nothing of it if it has an amount, a folio or an account. */
function publicMessage({ title, message }: { title: string; message: string }) {
  const isPrivate = typedPrivateData(`${title}. ${message}`).length > 0
  return isPrivate ? { title: 'Tienes un mensaje', message: PRIVATE_NOTICE } : { title, message }
}

interface Push {
  target: PushTarget
  message: PushMessage
}

/**
 * The message and its target; undefined if the session ended, the notification was read or removed, or its reader turned
 * such push messages off.
 */
export async function findPush(
  db: Db,
  { subscription_id, notification_id }: { subscription_id: number; notification_id: number },
  now: string,
): Promise<Push | undefined> {
  const target = await living(db, now)
    .select(['push.user_id', 'push.endpoint', 'push.p256dh', 'push.auth', 'user.preferences'])
    .where('push.id', '=', subscription_id)
    .executeTakeFirst()
  const notification = await findNotification(db, notification_id)
  if (target === undefined || notification === undefined) return undefined
  if (notification.checked || notification.recipient !== target.user_id) return undefined
  const { reason_key, locked_text } = await findLocked(db, notification_id)
  const topic = topicOf(reason_key)
  if (topic !== null && target.preferences[channelKey(topic, 'push')] === false) return undefined
  const { title, message } = notification
  const url = pathOf(notification)
  if (reason_key === null) return { target, message: { ...publicMessage({ title, message }), url } }
  // A notice to a worker that a server of before stored: its text may have an amount or a reason.
  const locked = locked_text ?? (topic === null ? message : PRIVATE_NOTICE)
  return { target, message: { title, message: locked, url } }
}
