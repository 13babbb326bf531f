import type { Day } from '@quincena/domain/dates'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'

/**
 * Stores the CEP addresses (Banxico) from STP's stored list of a day for settled orders without one, because the
 * callback that settles an order has no address. Does not change `updated_at`, so the orders do not count as newer than
 * the list.
 */
export async function keepCeps(deps: Deps, operation_date: Day): Promise<void> {
  await sql`update transfer set url_cep = listed.facts ->> 'url_cep'
    from stp_listed_order as listed
    where listed.operation_date = ${operation_date} and listed.order_type = 'E' and listed.state = 'LQ'
      and listed.facts ->> 'url_cep' is not null
      and transfer.tracking_key = listed.tracking_key and transfer.amount_cents = listed.amount_cents
      and transfer.state = 'LQ' and transfer.url_cep is null`.execute(deps.db)
}
