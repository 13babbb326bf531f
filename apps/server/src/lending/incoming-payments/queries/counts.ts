import type { Db } from '../../../db/types.ts'
import { countCapped, countRows, type ListCount } from '../../../http/pagination.ts'
import { type CountedDays, countListed } from '../../../platform/list-counts/queries/counts.ts'
import { type IncomingPaymentsQuery, matchingPayments } from './filters.ts'

const flagOf = (flag: boolean | undefined) => (flag === undefined ? undefined : [String(flag)])

/** The kept days of the listed payments; undefined where only the payments themselves tell. */
export function incomingDays(input: IncomingPaymentsQuery): CountedDays | undefined {
  const { status, stp_confirmed, found, operation_date, loan, unidentified, claimed, owner, search } = input
  const isLive = [operation_date, loan, unidentified, claimed, owner].some((filter) => filter !== undefined)
  if (isLive || search) return undefined
  const key = [status && [status], flagOf(stp_confirmed), flagOf(found)]
  return { list: 'incoming_payment', key, at: 'i.received_at' }
}

/** The number of received payments: exact, but for a search that finds too many. */
export async function countIncoming(db: Db, input: IncomingPaymentsQuery): Promise<ListCount> {
  const kept = incomingDays(input)
  if (kept !== undefined) return { count: await countListed(db, kept) }
  const payments = matchingPayments(db, input)
  return input.search ? countCapped(db, payments) : { count: await countRows(payments) }
}
