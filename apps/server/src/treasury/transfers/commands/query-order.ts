import type { Day } from '@quincena/domain/dates'
import { runningDay } from '@quincena/domain/mexico/operating-day'
import type { Deps } from '../../../deps.ts'
import type { QueryPurpose } from '../../../integrations/stp/permit.ts'
import type { QueryResult } from '../../../integrations/stp/queries.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { findReturnedPayment } from '../queries/returned-payment.ts'
import type { TransferRow } from '../rules.ts'

/** The operating days under which STP may have booked the order. */
export function daysOf({ operation_date, other_operation_date }: TransferRow): Day[] {
  return other_operation_date === null ? [operation_date] : [operation_date, other_operation_date]
}

/** Queries an order that we sent under every operating day that it may have. */
async function querySent(deps: Deps, order: TransferRow, purpose: QueryPurpose): Promise<QueryResult> {
  const running = runningDay(await deps.stp.hours.at(deps.clock()))
  for (const day of daysOf(order)) {
    const key = { tracking_key: order.tracking_key, operation_date: day === running ? null : day }
    const result = await deps.stp.queryOrder(key, { purpose })
    if (result.outcome !== 'not_found') return result
  }
  return { outcome: 'not_found' }
}

const confirmedCode = 'CCO'

/** Reads the state of a received payment as that of the order that returns it. */
function readReturn(order: TransferRow, payment: StpOrder): QueryResult {
  const { tracking_key, beneficiary_account } = order
  if (payment.state === 'D') {
    // The payment's settlement and receipt are not those of the return.
    const facts = {
      tracking_key,
      beneficiary_account,
      state: 'LQ' as const,
      ts_liquidation: null,
      url_cep: null,
    }
    return { outcome: 'found', order: { ...payment, ...facts } }
  }
  // The money is in the account: STP has no return of it.
  if (payment.state === 'LQ' || payment.stp_state === confirmedCode) return { outcome: 'not_found' }
  return { outcome: 'unknown', reason: 'result', detail: `the payment is in state ${payment.stp_state}` }
}

/**
 * Queries the return of an incoming payment. STP knows no order for it: the payment's own state says whether it is
 * returned. A payment that STP no longer finds says nothing.
 */
async function queryReturn(deps: Deps, order: TransferRow, purpose: QueryPurpose): Promise<QueryResult> {
  const { tracking_key, operation_date: day } = await findReturnedPayment(deps.db, order)
  const running = runningDay(await deps.stp.hours.at(deps.clock()))
  const key = { tracking_key, operation_date: day === running ? null : day }
  const result = await deps.stp.queryReceived(key, { purpose })
  if (result.outcome === 'not_found')
    return { outcome: 'unknown', reason: 'result', detail: 'STP does not find the payment' }
  return result.outcome === 'found' ? readReturn(order, result.order) : result
}

/**
 * Queries STP about an order. Returns `not_found` only if STP definitely does not have it. STP expects the query for its
 * running day without a date.
 */
export function queryOrder(deps: Deps, order: TransferRow, purpose: QueryPurpose): Promise<QueryResult> {
  return order.purpose === 'return' ? queryReturn(deps, order, purpose) : querySent(deps, order, purpose)
}
