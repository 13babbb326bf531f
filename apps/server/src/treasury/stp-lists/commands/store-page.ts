import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import type { ListKey } from '../queries/stored-list.ts'

interface ReadPage extends ListKey {
  reading: number
  page: number
  asked_at: string
  orders: readonly StpOrder[]
  total: number
}

/** PostgreSQL stores neither NUL characters nor lone surrogates in JSON. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

async function storeOrders(trx: Trx, read: ReadPage): Promise<void> {
  const { operation_date, order_type, page, reading, asked_at } = read
  const orders = new Map(read.orders.map((order) => [order.id, order]))
  const json = JSON.stringify([...orders.values()], storable)
  await sql`insert into stp_listed_order (operation_date, order_type, stp_id, page, reading, read_at, tracking_key,
      amount_cents, beneficiary_account, state, stp_state, settled_at, facts)
    select ${operation_date}, ${order_type}, (facts ->> 'id')::bigint, ${page}, ${reading}, ${asked_at}::timestamptz,
      facts ->> 'tracking_key', (facts ->> 'amount')::bigint, facts ->> 'beneficiary_account', facts ->> 'state',
      facts ->> 'stp_state', coalesce(facts ->> 'ts_liquidation', facts ->> 'ts_capture')::timestamptz, facts
    from jsonb_array_elements(${json}::jsonb) as facts
    on conflict (operation_date, order_type, stp_id) do update set
      page = excluded.page, reading = excluded.reading, read_at = excluded.read_at,
      tracking_key = excluded.tracking_key, amount_cents = excluded.amount_cents,
      beneficiary_account = excluded.beneficiary_account, state = excluded.state, stp_state = excluded.stp_state,
      settled_at = excluded.settled_at, facts = excluded.facts
    where stp_listed_order.reading <= excluded.reading`.execute(trx)
}

/** Stores a page as STP answered it, unless a later reading has stored it already. */
export async function storePage(deps: Deps, read: ReadPage): Promise<void> {
  const { operation_date, order_type, page, reading, total } = read
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('stp_list')
      .set({ total })
      .where('operation_date', '=', operation_date)
      .where('order_type', '=', order_type)
      .execute()
    await storeOrders(trx, read)
    await trx
      .insertInto('stp_list_page')
      .values({ operation_date, order_type, page, reading, orders: read.orders.length })
      .onConflict((conflict) =>
        conflict
          .columns(['operation_date', 'order_type', 'page'])
          .doUpdateSet({ reading, orders: read.orders.length })
          .where('stp_list_page.reading', '<=', reading),
      )
      .execute()
  })
}

/** Deletes the orders that STP's list no longer has: no page of the reading `reading` had them. */
export async function dropUnlisted(db: Db, { operation_date, order_type }: ListKey, reading: number) {
  await db
    .deleteFrom('stp_listed_order')
    .where('operation_date', '=', operation_date)
    .where('order_type', '=', order_type)
    .where('reading', '<', reading)
    .execute()
}
