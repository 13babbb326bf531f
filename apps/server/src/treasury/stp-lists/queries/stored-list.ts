import type { Day } from '@quincena/domain/dates'
import type { StoredPage } from '@quincena/domain/reconciliation/list-pages'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import type { OrderType } from '../../../integrations/stp/queries.ts'

/** STP's list of the orders sent (E) or received (R) on an operating day. */
export interface ListKey {
  operation_date: Day
  order_type: OrderType
}

/** Returns what is stored about the list as a whole; undefined if it was never read. */
export function findList(db: Db, { operation_date, order_type }: ListKey) {
  return db
    .selectFrom('stp_list')
    .selectAll()
    .where('operation_date', '=', operation_date)
    .where('order_type', '=', order_type)
    .executeTakeFirst()
}

/** Settled orders are read again this long after they settled, because a bank may return them. */
const returnHours = 1

/**
 * Returns the stored pages of a list. A page is due if it has an order that settled at least an hour ago and was not
 * read since then.
 */
export async function readPages(
  db: Db,
  { operation_date, order_type }: ListKey,
  { reading, now }: { reading: number; now: Temporal.Instant },
): Promise<StoredPage[]> {
  const pause = sql`make_interval(hours => ${returnHours})`
  const { rows } = await sql<StoredPage>`
    select page, orders, reading >= ${reading} as is_read, exists (
      select from stp_listed_order as listed
      where listed.operation_date = list.operation_date and listed.order_type = list.order_type
        and listed.page = list.page and listed.state = 'LQ'
        and listed.settled_at + ${pause} <= ${now.toString()}::timestamptz
        and listed.read_at < listed.settled_at + ${pause}) as is_due
    from stp_list_page as list
    where operation_date = ${operation_date} and order_type = ${order_type}
    order by page`.execute(db)
  return rows
}

/** Counts the stored orders of a list. */
export async function countListed(db: Db, { operation_date, order_type }: ListKey): Promise<number> {
  const { count } = await db
    .selectFrom('stp_listed_order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operation_date', '=', operation_date)
    .where('order_type', '=', order_type)
    .executeTakeFirstOrThrow()
  return count
}
