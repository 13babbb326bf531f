import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'

/**
 * Stores the CEP addresses (Banxico) from STP's list for settled orders without one, because the callback that settles
 * an order has no address. Does not change `updated_at`, so the orders do not count as newer than the list.
 */
export async function keepCeps(deps: Deps, listed: readonly StpOrder[]): Promise<void> {
  const orders = listed.filter(({ state, url_cep }) => state === 'LQ' && url_cep !== null)
  if (orders.length === 0) return
  const keys = orders.map(({ tracking_key }) => tracking_key)
  const amounts = orders.map(({ amount }) => amount)
  const addresses = orders.map(({ url_cep }) => url_cep)
  await sql`update transfer set url_cep = listed.url_cep
    from unnest(${keys}::text[], ${amounts}::bigint[], ${addresses}::text[])
      as listed (tracking_key, amount_cents, url_cep)
    where transfer.tracking_key = listed.tracking_key and transfer.amount_cents = listed.amount_cents
      and transfer.state = 'LQ' and transfer.url_cep is null`.execute(deps.db)
}
