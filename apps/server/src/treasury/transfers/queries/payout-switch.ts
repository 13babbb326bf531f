import type { PayoutSwitch } from '@quincena/domain/transfers/detail'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Deps, Trx } from '../../../command/deps.ts'
import { needsReview } from '../../../db/transfer-predicates.ts'

function switchRow(db: Db | Trx) {
  return db
    .selectFrom('setting')
    .leftJoin('app_user', (join) => join.on(sql<boolean>`app_user.id = (setting.value ->> 'by')::bigint`))
    .select([
      'setting.updated_at as at',
      sql<boolean>`coalesce((value ->> 'paused')::boolean, false)`.as('paused'),
      sql<string | null>`value ->> 'reason'`.as('reason'),
      sql<string | null>`app_user.first_name || ' ' || app_user.last_name`.as('by'),
    ])
    .where('setting.name', '=', 'payouts_paused')
    .executeTakeFirst()
}

async function countOrders(db: Db | Trx, which: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom('transfer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(which)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns the pause of all payouts with its reason, author and time, and how many orders wait in review or to be sent.
 */
export async function getPayouts(deps: Deps): Promise<PayoutSwitch> {
  const [row, in_review, waiting] = await Promise.all([
    switchRow(deps.db),
    countOrders(deps.db, needsReview('transfer')),
    countOrders(deps.db, sql<boolean>`status = 'pending'`),
  ])
  const never = { paused: false, reason: null, by: null, at: null }
  return { ...(row ?? never), in_review, waiting }
}
