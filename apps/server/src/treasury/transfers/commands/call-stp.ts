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

/** Registers an order at STP; its signature (firma) is stored first. */
async function registerOrder(deps: Deps, claimed: TransferRow): Promise<RegisterResult | undefined> {
  const order = stpOrderOf(claimed)
  const signature = deps.stp.signatureOf(order)
  await deps.db.updateTable('transfer').set({ signature }).where('id', '=', claimed.id).execute()
  return isFresh(claimed, deps.clock()) ? deps.stp.registerOrder(order) : undefined
}

/**
 * Asks STP to return an incoming payment; our tracking key is the key of the return. A payment that STP does not find may
 * be returned already, so only a query tells: that answer is `unknown`.
 */
async function returnPayment(deps: Deps, claimed: TransferRow): Promise<RegisterResult | undefined> {
  const key = await findReturnedPayment(deps.db, claimed)
  const payment: PaymentReturn = { ...key, amount: claimed.amount_cents, return_key: claimed.tracking_key }
  if (!isFresh(claimed, deps.clock())) return undefined
  const result = await deps.stp.returnOrder(payment)
  if (result.outcome === 'returned') return { outcome: 'registered', id: result.id }
  if (result.outcome === 'not_found') return { outcome: 'unknown', reason: 'result', detail: result.message }
  return result
}

/**
 * Calls STP for a claimed order, with no transaction open. Returns undefined without a call if the process was suspended
 * after its claim, because another process may have called and the operating day may be over; the sweep queries STP.
 */
export function callStp(deps: Deps, claimed: TransferRow): Promise<RegisterResult | undefined> {
  return claimed.purpose === 'return' ? returnPayment(deps, claimed) : registerOrder(deps, claimed)
}
