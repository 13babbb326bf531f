import type { Day } from '@quincena/domain/dates'
import { possibleOperatingDays, runningDay } from '@quincena/domain/mexico/operating-day'
import type { Deps } from '../../../deps.ts'
import type { Unknown } from '../../../integrations/stp/transport.ts'
import { recordCheck, storeQueryTimes } from './record-check.ts'

/**
 * Returns the day as STP expects it in a query: null for the running day. Undefined for a future day and near the 18:00
 * cut, when the running day is not certain.
 */
export async function queryDate(deps: Deps, day: Day): Promise<Day | null | undefined> {
  const time = await deps.stp.hours.at(deps.clock())
  const possible = possibleOperatingDays(time)
  if (possible.length > 1 && possible.includes(day)) return undefined
  const running = runningDay(time)
  if (day > running) return undefined
  return day === running ? null : day
}

/** Returns false if no query was sent: STP's nightly pause, or the hour's share of queries is used up. */
export function wasSent({ reason }: Unknown): boolean {
  return reason !== 'closed' && reason !== 'budget'
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
    if (wasSent(result)) await storeQueryTimes(deps, [id])
    return
  }
  await recordCheck(deps, { id, order: result.outcome === 'found' ? result.order : null })
}
