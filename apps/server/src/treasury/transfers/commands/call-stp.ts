import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { RegisterResult } from '../../../integrations/stp/client.ts'
import type { PaymentReturn } from '../../../integrations/stp/return-order.ts'
import { findReturnedPayment } from '../queries/returned-payment.ts'
import { stpOrderOf, type TransferRow } from '../rules.ts'

/** Seconds for which a claim allows the call: much less than the 30 seconds after which the sweep queries the order. */
const claimLastsSeconds = 10

function isFresh({ claimed_at }: TransferRow, now: Temporal.Instant): boolean {
  if (claimed_at === null) return false
  return now.since(Temporal.Instant.from(claimed_at)).total('seconds') <= claimLastsSeconds
}

/** The order as it was claimed: a database that took over from another may not know the claim, or not the order. */
const stillClaimed = ({ id, status, claimed_at }: TransferRow) =>
  sql<boolean>`(id = ${id} and status = ${status} and claimed_at = ${claimed_at}::timestamptz)`

/** Registers an order at STP; its signature (firma) is stored first. */
async function registerOrder(deps: Deps, claimed: TransferRow): Promise<RegisterResult | undefined> {
  const order = stpOrderOf(claimed)
  const signature = deps.stp.signatureOf(order)
  const { numUpdatedRows } = await deps.db
    .updateTable('transfer')
    .set({ signature })
    .where(stillClaimed(claimed))
    .executeTakeFirst()
  const mayCall = numUpdatedRows > 0n && isFresh(claimed, deps.clock())
  return mayCall ? deps.stp.registerOrder(order) : undefined
}

/**
 * Asks STP to return an incoming payment; our tracking key is the key of the return. A payment that STP does not find may
 * be returned already, so only a query tells: that answer is `unknown`.
 */
async function returnPayment(deps: Deps, claimed: TransferRow): Promise<RegisterResult | undefined> {
  const key = await findReturnedPayment(deps.db, claimed)
  const payment: PaymentReturn = { ...key, amount: claimed.amount_cents, return_key: claimed.tracking_key }
  const order = await deps.db
    .selectFrom('transfer')
    .select('id')
    .where(stillClaimed(claimed))
    .executeTakeFirst()
  if (order === undefined || !isFresh(claimed, deps.clock())) return undefined
  const result = await deps.stp.returnOrder(payment)
  if (result.outcome === 'returned') return { outcome: 'registered', id: result.id }
  if (result.outcome === 'not_found') return { outcome: 'unknown', reason: 'result', detail: result.message }
  return result
}

/**
 * Calls STP for a claimed order, with no transaction open. Returns undefined without a call if the process was suspended
 * after its claim, because another process may have called and the operating day may be over, or if the database no
 * longer knows the claim; the sweep queries STP.
 */
export function callStp(deps: Deps, claimed: TransferRow): Promise<RegisterResult | undefined> {
  return claimed.purpose === 'return' ? returnPayment(deps, claimed) : registerOrder(deps, claimed)
}
