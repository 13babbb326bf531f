import { categoryOf } from '@quincena/domain/notifications/kinds'
import type { Notification } from '@quincena/domain/notifications/schema'
import type { ChannelKey, NoticeToggle } from '@quincena/domain/notifications/topics'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isStaff } from '../../../command/context.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { orderOf, readPage } from '../../../http/pagination.ts'
import { aboutOf, importOfReason, loanOfReason, type ReasonRow } from '../presenters.ts'

/**
 * SQL for whether a user (`user_summary`) wants notices of this switch, or of the switch in a column; a switch is on
 * until it is turned off.
 */
export const wants = (toggle: NoticeToggle | ChannelKey | null | RawBuilder<unknown>) =>
  toggle === null
    ? sql<boolean>`true`
    : sql<boolean>`coalesce((user_summary.preferences ->> ${toggle})::boolean, true)`

function selectNotifications(db: Db | Trx) {
  return db
    .selectFrom('notification')
    .leftJoin('loan_summary as loan', (join) => join.on('loan.id', '=', loanOfReason))
    .leftJoin('import_summary as import', (join) => join.on('import.id', '=', importOfReason))
    .select([
      'notification.id',
      'notification.title',
      'notification.message',
      'notification.checked',
      'notification.recipient_id as recipient',
      'notification.created_at',
      'notification.reason_key',
      'loan.id as loan',
      'loan.type as loan_type',
      'import.kind as import_kind',
    ])
    .where('notification.deleted_at', 'is', null)
}

type FoundRow = Omit<Notification, 'about' | 'category'> & ReasonRow

function present(row: FoundRow): Notification {
  const { reason_key, import_kind: _kind, ...notification } = row
  return { ...notification, category: categoryOf(reason_key), about: aboutOf(row) }
}

interface NotificationsQuery {
  page: number
  page_size: number
  ordering?: string | undefined
  search?: string | undefined
  recipient?: number | undefined
  checked?: boolean | undefined
}

/** One page of a user's notifications, newest first; only staff can read another user's. */
export async function listNotifications(db: Db, actor: Actor, input: NotificationsQuery) {
  const recipient = input.recipient ?? actor.id
  if (recipient !== actor.id && !isStaff(actor)) return { count: 0, rows: [] }
  let query = selectNotifications(db).where('notification.recipient_id', '=', recipient)
  if (input.checked !== undefined) query = query.where('notification.checked', '=', input.checked)
  const { direction } = orderOf(input.ordering, ['created_at'])
  const ordered = query.orderBy('notification.created_at', direction).orderBy('notification.id', direction)
  const { count, rows } = await readPage(ordered, input)
  return { count, rows: rows.map(present) }
}

/** One notification by id; undefined if it is unknown or removed. */
export async function findNotification(db: Db | Trx, id: number): Promise<Notification | undefined> {
  const row = await selectNotifications(db).where('notification.id', '=', id).executeTakeFirst()
  return row && present(row)
}

/** The reason of a stored notification, null for a message of staff, and what a locked phone shows of it. */
export async function findLocked(db: Db, id: number) {
  const row = await db
    .selectFrom('notification')
    .select(['reason_key', 'locked_text'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? { reason_key: null, locked_text: null }
}

/** Counts a user's unread notifications. */
export async function countUnread(db: Db | Trx, recipient_id: number): Promise<{ count: number }> {
  return db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('recipient_id', '=', recipient_id)
    .where('checked', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}
