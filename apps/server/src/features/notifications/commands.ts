import { type NoticeReason, toggleOf } from '@quincena/domain/notifications/kinds'
import type { NotificationBody } from '@quincena/domain/notifications/schema'
import { type ExpressionWrapper, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../db/types.ts'
import { act } from '../../lib/act.ts'
import { writeAudit } from '../../lib/audit.ts'
import { isoOf } from '../../lib/clock.ts'
import type { ActContext } from '../../lib/context.ts'
import type { Deps, Trx } from '../../lib/deps.ts'
import { AppError } from '../../lib/errors.ts'
import { pushNotifications } from '../push/commands.ts'
import { findNotification, wants } from './queries.ts'

/** The reason makes it unique for its recipient, and says which of their switches silences it. */
export interface Notice {
  recipient_id: number
  title: string
  message: string
  reason_key: NoticeReason
}

/** PostgreSQL's NOTIFY carries at most 8,000 bytes. */
const MOST_IN_AN_EVENT = 500

type Recipients = ExpressionWrapper<Database, 'app_user', SqlBool>

/** Whoever was told before, or silenced it, gets none. */
function insertNotices(
  deps: Deps,
  trx: Trx,
  { title, message, reason_key, who }: Omit<Notice, 'recipient_id'> & { who: Recipients },
) {
  return trx
    .insertInto('notification')
    .columns(['recipient_id', 'title', 'message', 'reason_key', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .select([
          'id',
          sql<string>`${title}::text`.as('title'),
          sql<string>`${message}::text`.as('message'),
          sql<string>`${reason_key}::text`.as('reason_key'),
          sql<string>`${isoOf(deps.clock())}::timestamptz`.as('created_at'),
        ])
        .where(who)
        .where(wants(toggleOf(reason_key)))
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.columns(['recipient_id', 'reason_key']).doNothing())
    .returning(['id', 'recipient_id'])
    .execute()
}

/** The lists on screen and the phones learn of it with the act; one event serves all who were told. */
async function tell(deps: Deps, trx: Trx, told: readonly { id: number; recipient_id: number }[]) {
  for (let from = 0; from < told.length; from += MOST_IN_AN_EVENT) {
    const some = told.slice(from, from + MOST_IN_AN_EVENT)
    const user_ids = some.map(({ recipient_id }) => recipient_id)
    await deps.events.publish(trx, { topic: 'notification', id: some[0]?.id ?? 0, user_ids, staff: false })
  }
  if (told.length === 0) return
  await pushNotifications(deps, trx, told)
}

/**
 * Tells somebody something, in the act's own transaction; the same reason a second time tells nothing, nor does one
 * whose switch is off. Whether it was told.
 */
export async function notify(deps: Deps, trx: Trx, { recipient_id, ...notice }: Notice): Promise<boolean> {
  const who = expressionBuilder<Database, 'app_user'>()('id', '=', recipient_id)
  const told = await insertNotices(deps, trx, { ...notice, who })
  await tell(deps, trx, told)
  return told.length > 0
}

/** Tells everybody on the lender's staff. */
export async function notifyStaff(deps: Deps, trx: Trx, notice: Omit<Notice, 'recipient_id'>): Promise<void> {
  const eb = expressionBuilder<Database, 'app_user'>()
  const who = eb.and([eb('user_type', 'in', ['U0', 'U1']), eb('is_active', '=', true)])
  await tell(deps, trx, await insertNotices(deps, trx, { ...notice, who }))
}

/**
 * Staff write to somebody. Who turned such messages off finds it among those already read, and no phone rings.
 * Throws `user.not_found` (422, at `recipient`) where there is no such person.
 */
export function postNotification(deps: Deps, context: ActContext, body: NotificationBody) {
  return act(deps, context, async (trx) => {
    const { title, message, recipient, topic } = body
    const person = await trx
      .selectFrom('app_user')
      .select(wants(topic).as('wanted'))
      .where('id', '=', recipient)
      .executeTakeFirst()
    if (person === undefined)
      throw new AppError('user.not_found', 422, { fields: { recipient: 'user.not_found' } })
    const checked = body.checked === true || !person.wanted
    const created_at = isoOf(deps.clock())
    const { id } = await trx
      .insertInto('notification')
      .values({ title, message, checked, recipient_id: recipient, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(deps, trx, {
      context,
      action: 'notification.sent',
      subject: 'notification',
      subject_id: id,
      after: { recipient, title, topic },
    })
    await tell(deps, trx, [{ id, recipient_id: recipient }])
    return found(trx, id)
  })
}

interface OwnChange {
  id: number
  /** Where it is now: among those shown, or removed. */
  is_deleted: boolean
  changes: { checked: boolean } | { deleted_at: string | null }
}

/** Changes one of the caller's own, within an act. Throws `notification.not_found` (404) for anybody else's. */
async function changeOwn(
  deps: Deps,
  trx: Trx,
  { user_id, id, is_deleted, changes }: OwnChange & { user_id: number },
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

/** The recipient marks one as read or unread. Throws `notification.not_found` (404) for anybody else's. */
export function checkNotification(
  deps: Deps,
  context: ActContext,
  { id, checked }: { id: number; checked: boolean },
) {
  return act(deps, context, async (trx) => {
    await changeOwn(deps, trx, { user_id: context.user.id, id, is_deleted: false, changes: { checked } })
    return found(trx, id)
  })
}

/**
 * The recipient removes one; it is told no second time, and may be brought back for 30 days. Throws
 * `notification.not_found` (404) for anybody else's.
 */
export function deleteNotification(deps: Deps, context: ActContext, id: number) {
  return act(deps, context, async (trx) => {
    const changes = { deleted_at: isoOf(deps.clock()) }
    await changeOwn(deps, trx, { user_id: context.user.id, id, is_deleted: false, changes })
    return {}
  })
}

/** The recipient has a removed one back, as it was. Throws `notification.not_found` (404) where none waits. */
export function restoreNotification(deps: Deps, context: ActContext, id: number) {
  return act(deps, context, async (trx) => {
    const changes = { deleted_at: null }
    await changeOwn(deps, trx, { user_id: context.user.id, id, is_deleted: true, changes })
    return found(trx, id)
  })
}

async function found(trx: Trx, id: number) {
  const notification = await findNotification(trx, id)
  if (notification === undefined) throw new AppError('notification.not_found', 404)
  return notification
}
