import type { Day } from '@quincena/domain/dates'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'

/** SQL: an order of ours returns the incoming payment of the column, or did. Refused orders do not count. */
const returnOrderOf = (column: string) => sql<boolean>`exists (
  select from transfer
  where transfer.incoming_payment_id = ${sql.ref(column)} and transfer.status <> 'failed'
    and transfer.state is distinct from 'CN' and transfer.state is distinct from 'D')`

/** True if an order of ours returns the incoming payment, or did. */
export async function hasReturnOrder(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('incoming_payment')
    .select(returnOrderOf('incoming_payment.id').as('has_order'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.has_order
}

/** Returns the confirmed payments of a day that STP's stored list shows as returned, and that nothing records as such. */
export async function newlyReturned(db: Db, day: Day): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select received.id from stp_listed_order as listed
    join incoming_payment as received on received.stp_order_id = listed.stp_id
    where listed.operation_date = ${day} and listed.order_type = 'R' and listed.state = 'D'
      and received.stp_returned_at is null and not ${returnOrderOf('received.id')}
    order by received.id`.execute(db)
  return rows.map(({ id }) => id)
}
