import type { StpCheck } from '@quincena/domain/incoming-payments/stp-check'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

interface ReopenedPayment {
  id: number
  stp_check: StpCheck
  tracking_key: string | null
  operation_date: string | null
}

/**
 * Queues a query about an incoming payment that is open again, unless STP has confirmed it; returns its new check. STP
 * is queried by key and day, so a payment without one of them can never be confirmed and becomes `not_found`.
 */
export async function requeueCheck(deps: Deps, trx: Trx, row: ReopenedPayment): Promise<StpCheck> {
  if (row.stp_check === 'confirmed') return 'confirmed'
  if (row.tracking_key === null || row.operation_date === null) return 'not_found'
  await deps.queue.send(trx, 'ask-incoming-payment', { incoming_payment_id: row.id })
  return 'pending'
}
