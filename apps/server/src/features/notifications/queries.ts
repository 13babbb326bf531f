import type { Notification } from '@quincena/domain/notifications/schema'
import { sql } from 'kysely'
import { type Actor, isStaff } from '../../lib/context.ts'
import type { Db, Trx } from '../../lib/deps.ts'
import { orderOf, windowOf } from '../../lib/pagination.ts'

/** The loan a notice is about: the second part of its reason (`kind:loan:detail`). */
const loanOfReason = sql<
  number | null
>`substring(notification.reason_key from '^[a-z_.-]+:([0-9]{1,15})(:|$)')::bigint`

function selectNotifications(db: Db | Trx) {
  return db
    .selectFrom('notification')
    .leftJoin('loan', (join) => join.on('loan.id', '=', loanOfReason))
    .select([
      'notification.id',
      'notification.title',
      'notification.message',
      'notification.checked',
      'notification.recipient_id as recipient',
      'notification.created_at',
      'loan.id as loan',
      'loan.type as loan_type',
    ])
}

interface Asked {
  page: number
  page_size: number
  ordering?: string | undefined
  search?: string | undefined
  recipient?: number | undefined
  checked?: boolean | undefined
}

/** A person's notifications, newest first; only staff read somebody else's. */
export async function listNotifications(db: Db, actor: Actor, asked: Asked) {
  const recipient = asked.recipient ?? actor.id
  if (recipient !== actor.id && !isStaff(actor)) return { count: 0, rows: [] }
  let query = selectNotifications(db).where('notification.recipient_id', '=', recipient)
  if (asked.checked !== undefined) query = query.where('notification.checked', '=', asked.checked)
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { direction } = orderOf(asked.ordering, ['created_at'])
  const { limit, offset } = windowOf(asked)
  const rows: Notification[] = await query
    .orderBy('notification.created_at', direction)
    .orderBy('notification.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

export async function findNotification(db: Db | Trx, id: number): Promise<Notification | undefined> {
  return selectNotifications(db).where('notification.id', '=', id).executeTakeFirst()
}

/** How many of their notifications a person has not read. */
export async function countUnread(db: Db, recipient_id: number): Promise<{ count: number }> {
  return db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('recipient_id', '=', recipient_id)
    .where('checked', '=', false)
    .executeTakeFirstOrThrow()
}
