import type { Deps } from '../../../deps.ts'
import { queryDate } from '../../stp-lists/commands/query-date.ts'
import type { ListFailure } from '../../stp-lists/commands/read-list.ts'
import { recordCheck, storeQueryTimes } from './record-check.ts'

/** Returns false if no query was sent: STP's nightly pause, the cut, or the hour's share of queries is used up. */
export function wasSent(reason: ListFailure): boolean {
  return reason !== 'closed' && reason !== 'budget' && reason !== 'near_cut'
}

/**
 * Queries STP about one incoming payment and records the answer. Without an answer, or when the hour's share of queries
 * is used up, the payment stays unconfirmed and the sweep checks it by the list of its day.
 */
export async function queryIncomingPayment(deps: Deps, id: number): Promise<void> {
  const row = await deps.db
    .selectFrom('incoming_payment')
    .select(['tracking_key', 'operation_date'])
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('stp_check', '=', 'pending')
    .executeTakeFirst()
  const { tracking_key = null, operation_date: day = null } = row ?? {}
  if (tracking_key === null || day === null) return
  const operation_date = await queryDate(deps, day)
  if (operation_date === undefined) return
  const result = await deps.stp.queryReceived({ tracking_key, operation_date })
  if (result.outcome === 'unknown') {
    if (wasSent(result.reason)) await storeQueryTimes(deps, [id])
    return
  }
  await recordCheck(deps, { id, order: result.outcome === 'found' ? result.order : null })
}
