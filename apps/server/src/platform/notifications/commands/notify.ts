import type { NotificationBody } from '@quincena/domain/notifications/schema'
import { channelKey } from '@quincena/domain/notifications/topics'
import { expressionBuilder } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { publishToMany } from '../../../command/events.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Database, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type AttributedEntry, writeAudit, writeAuditWith } from '../../audit/commands/write-audit.ts'
import { countUnread, findNotification, wants } from '../queries/notifications.ts'
import { subscriptionsOfRecipient } from '../queries/push.ts'
import {
  type Notice,
  type Notifying,
  noticeInsert,
  type Recipients,
  type StaffText,
  sourceFor,
  sourceOf,
} from './notice-insert.ts'
import { pushNotifications, type StoredNotice } from './push.ts'

const isUser = (id: number): Recipients => expressionBuilder<Database, 'user_summary'>()('id', '=', id)

/** Publishes the notices to the screens of their recipients and queues the push messages. */
async function publishNotices(deps: Notifying, trx: Trx, rows: readonly StoredNotice[]) {
  const user_ids = rows.map(({ recipient_id }) => recipient_id)
  await publishToMany(deps.events, trx, {
    topic: 'notification',
    id: rows[0]?.id ?? 0,
    user_ids,
    staff: false,
  })
  await pushNotifications(deps, trx, rows)
}

/**
 * Notifies a user inside the caller's transaction, once per reason, unless they turned such notices off. Returns
 * whether the notice was stored.
 */
export async function notify(
  deps: Notifying,
  trx: Trx,
  { recipient_id, ...notice }: Notice,
): Promise<boolean> {
  const { rows } = await noticeInsert(deps, sourceFor(deps, notice, isUser(recipient_id))).execute(trx)
  await publishNotices(deps, trx, rows)
  return rows.length > 0
}

/** Notifies a user as `notify` and writes the audit row of what they are notified of; both start in one message. */
export async function notifyAndAudit(
  deps: Deps,
  trx: Trx,
  { notice: { recipient_id, ...notice }, entry }: { notice: Notice; entry: AttributedEntry },
): Promise<void> {
  const statement = noticeInsert(deps, sourceFor(deps, notice, isUser(recipient_id)))
  await publishNotices(deps, trx, await writeAuditWith(deps, trx, { entry, statement }))
}

/**
 * The same for up to some thousands of notices, each of its own user, with one statement. Returns how many were stored.
 */
export async function notifyMany(deps: Notifying, trx: Trx, notices: readonly Notice[]): Promise<number> {
  if (notices.length === 0) return 0
  const { rows } = await noticeInsert(deps, sourceOf(deps, notices)).execute(trx)
  await publishNotices(deps, trx, rows)
  return rows.length
}

interface StaffNotice extends StaffText {
  /** A user who gets no notice, because they caused it. */
  except_id?: number
  /** Default: admins and managers. */
  user_types?: readonly ('U0' | 'U1')[]
}

/** Inserts a notice for all active staff users, or those of the given types. */
function staffInsert(deps: Notifying, { except_id, user_types = ['U0', 'U1'], ...notice }: StaffNotice) {
  const eb = expressionBuilder<Database, 'user_summary'>()
  const recipients = eb.and([
    eb('user_type', 'in', user_types),
    eb('is_active', '=', true),
    ...(except_id === undefined ? [] : [eb('id', '<>', except_id)]),
  ])
  return noticeInsert(deps, sourceFor(deps, notice, recipients))
}

/** Notifies all active staff users, or those of the given types. */
export async function notifyStaff(deps: Notifying, trx: Trx, notice: StaffNotice): Promise<void> {
  const { rows } = await staffInsert(deps, notice).execute(trx)
  await publishNotices(deps, trx, rows)
}

/** Notifies staff as `notifyStaff` and writes the audit row of what they are notified of; both start in one message. */
export async function notifyStaffAndAudit(
  deps: Deps,
  trx: Trx,
  { notice, entry }: { notice: StaffNotice; entry: AttributedEntry },
): Promise<void> {
  const statement = staffInsert(deps, notice)
  await publishNotices(deps, trx, await writeAuditWith(deps, trx, { entry, statement }))
}

/**
 * Sends a message from staff to a user. If they turned such messages off, it is stored as read and not pushed. Throws
 * `user.not_found` (422, at `recipient`).
 */
export function postNotification(deps: Deps, context: CommandContext, body: NotificationBody) {
  return runCommand(deps, context, async (trx) => {
    const { title, message, recipient, topic } = body
    const person = await trx
      .selectFrom('user_summary')
      .select([wants(topic).as('wanted'), wants(channelKey(topic, 'push')).as('pushed')])
      .where('id', '=', recipient)
      .executeTakeFirst()
    if (person === undefined)
      throw new AppError('user.not_found', 422, { fields: { recipient: 'user.not_found' } })
    const checked = body.checked === true || !person.wanted
    const created_at = isoOf(deps.clock())
    const stored = await trx
      .insertInto('notification')
      .values({ title, message, checked, recipient_id: recipient, created_at })
      .returning(['id', 'recipient_id', subscriptionsOfRecipient])
      .executeTakeFirstOrThrow()
    const { id } = stored
    await writeAudit(deps, trx, {
      context,
      action: 'notification.sent',
      subject: ['notification', id],
      after: { recipient, title, topic },
    })
    await publishNotices(deps, trx, [person.pushed ? stored : { ...stored, subscription_ids: [] }])
    return requireNotification(trx, id)
  })
}

interface NotificationUpdate {
  id: number
  /** Whether it is removed at present, or shown. */
  is_deleted: boolean
  changes: { checked: boolean } | { deleted_at: string | null }
}

/**
 * Changes one of the caller's own notifications inside a transaction. Throws `notification.not_found` (404) for anyone
 * else's.
 */
async function updateNotification(
  deps: Deps,
  trx: Trx,
  { user_id, id, is_deleted, changes }: NotificationUpdate & { user_id: number },
) {
  const { numUpdatedRows } = await trx
    .updateTable('notification')
    .set(changes)
    .where('id', '=', id)
    .where('recipient_id', '=', user_id)
    .where('deleted_at', is_deleted ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('notification.not_found', 404)
  await deps.events.publish(trx, { topic: 'notification', id, user_ids: [user_id], staff: false })
}

/**
 * Marks one of the caller's notifications as read or unread. Throws `notification.not_found` (404) for anyone else's.
 */
export function checkNotification(
  deps: Deps,
  context: CommandContext,
  { id, checked }: { id: number; checked: boolean },
) {
  return runCommand(deps, context, async (trx) => {
    const changes = { checked }
    await updateNotification(deps, trx, { user_id: context.user.id, id, is_deleted: false, changes })
    return requireNotification(trx, id)
  })
}

/**
 * Marks the caller's notifications as read, up to the newest that they have seen: one that arrived since stays unread.
 * Returns how many are left unread.
 */
export function readNotifications(deps: Deps, context: CommandContext, { until }: { until: number }) {
  return runCommand(deps, context, async (trx) => {
    const { id: user_id } = context.user
    const { numUpdatedRows } = await trx
      .updateTable('notification')
      .set({ checked: true })
      .where('recipient_id', '=', user_id)
      .where('checked', '=', false)
      .where('deleted_at', 'is', null)
      .where('id', '<=', until)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      const user_ids = [user_id]
      await deps.events.publish(trx, { topic: 'notification', id: until, user_ids, staff: false })
    }
    return countUnread(trx, user_id)
  })
}

/**
 * Removes one of the caller's notifications. Its reason is not notified again; it can be restored for 30 days. Throws
 * `notification.not_found` (404) for anyone else's.
 */
export function deleteNotification(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const changes = { deleted_at: isoOf(deps.clock()) }
    await updateNotification(deps, trx, { user_id: context.user.id, id, is_deleted: false, changes })
    return {}
  })
}

/** Restores one of the caller's removed notifications. Throws `notification.not_found` (404) if there is none. */
export function restoreNotification(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const changes = { deleted_at: null }
    await updateNotification(deps, trx, { user_id: context.user.id, id, is_deleted: true, changes })
    return requireNotification(trx, id)
  })
}

async function requireNotification(trx: Trx, id: number) {
  const notification = await findNotification(trx, id)
  if (notification === undefined) throw new AppError('notification.not_found', 404)
  return notification
}

/** Deletes notifications 30 days after their reader removed them. */
export async function purgeNotifications(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: 30 * 24 }))
  await deps.db.deleteFrom('notification').where('deleted_at', '<', limit).execute()
}
