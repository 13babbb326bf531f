import { isoOf } from '../../lib/clock.ts'
import type { Deps, Trx } from '../../lib/deps.ts'

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
