import type { NotificationBody } from '@quincena/domain/notifications/schema'
import { act } from '../../lib/act.ts'
import { writeAudit } from '../../lib/audit.ts'
import { isoOf } from '../../lib/clock.ts'
import type { ActContext } from '../../lib/context.ts'
import type { Deps, Trx } from '../../lib/deps.ts'
import { AppError } from '../../lib/errors.ts'
import { findNotification } from './queries.ts'

/** `reason_key` makes it unique for its recipient: `kind:loan:detail`. */
export interface Notice {
  recipient_id: number
  title: string
  message: string
  reason_key?: string
}

/** Tells somebody something, in the act's own transaction; the same reason a second time tells nothing. */
export async function notify(deps: Deps, trx: Trx, notice: Notice): Promise<void> {
  const row = await trx
    .insertInto('notification')
    .values({ ...notice, reason_key: notice.reason_key ?? null, created_at: isoOf(deps.clock()) })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'reason_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return
  await deps.events.publish(trx, {
    topic: 'notification',
    id: row.id,
    user_ids: [notice.recipient_id],
    staff: false,
  })
}

/** Tells everybody on the lender's staff. */
export async function notifyStaff(deps: Deps, trx: Trx, notice: Omit<Notice, 'recipient_id'>): Promise<void> {
  const staff = await trx
    .selectFrom('app_user')
    .select('id')
    .where('user_type', 'in', ['U0', 'U1'])
    .where('is_active', '=', true)
    .execute()
  for (const { id } of staff) await notify(deps, trx, { ...notice, recipient_id: id })
}

/** Staff write to somebody. Throws `user.not_found` (422, at `recipient`) where there is no such person. */
export function postNotification(deps: Deps, context: ActContext, body: NotificationBody) {
  return act(deps, context, async (trx) => {
    const { title, message, checked, recipient } = body
    const person = await trx
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', recipient)
      .executeTakeFirst()
    if (person === undefined)
      throw new AppError('user.not_found', 422, { fields: { recipient: 'user.not_found' } })
    const { id } = await trx
      .insertInto('notification')
      .values({
        title,
        message,
        checked: checked ?? false,
        recipient_id: recipient,
        created_at: isoOf(deps.clock()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(deps, trx, {
      context,
      action: 'notification.sent',
      subject: 'notification',
      subject_id: id,
      after: { recipient, title },
    })
    await deps.events.publish(trx, { topic: 'notification', id, user_ids: [recipient], staff: false })
    return found(trx, id)
  })
}

/** The recipient marks one as read or unread. Throws `notification.not_found` (404) for anybody else's. */
export function checkNotification(
  deps: Deps,
  context: ActContext,
  { id, checked }: { id: number; checked: boolean },
) {
  return act(deps, context, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('notification')
      .set({ checked })
      .where('id', '=', id)
      .where('recipient_id', '=', context.user.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('notification.not_found', 404)
    await deps.events.publish(trx, { topic: 'notification', id, user_ids: [context.user.id], staff: false })
    return found(trx, id)
  })
}

/** The recipient removes one. Throws `notification.not_found` (404) for anybody else's. */
export function deleteNotification(deps: Deps, context: ActContext, id: number) {
  return act(deps, context, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('notification')
      .where('id', '=', id)
      .where('recipient_id', '=', context.user.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('notification.not_found', 404)
    await deps.events.publish(trx, { topic: 'notification', id, user_ids: [context.user.id], staff: false })
    return {}
  })
}

async function found(trx: Trx, id: number) {
  const notification = await findNotification(trx, id)
  if (notification === undefined) throw new AppError('notification.not_found', 404)
  return notification
}
