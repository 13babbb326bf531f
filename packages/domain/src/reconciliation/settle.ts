import type { StpOutcome } from '../mexico/stp-states.ts'
import { isSameAccount, type ListedOrder, type OwnOrder } from './compare.ts'

type Own = Pick<OwnOrder, 'amount' | 'account' | 'status' | 'is_sent' | 'state' | 'operation_date'> & {
  /** The other day that an order sent near the cut may be filed under. */
  other_operation_date: string | null
}

const isBack = (state: StpOutcome | null) => state === 'CN' || state === 'D'

/** STP tells the end of an order of which we know none, or that it came back after it was settled. */
function isBehind(own: Own, listed: ListedOrder): boolean {
  if (own.state === null) return listed.state !== null
  return own.state === 'LQ' && isBack(listed.state)
}

/** STP filed the order under the other of its two possible days. */
function isOnOtherDay(own: Own, listed: ListedOrder): boolean {
  return own.operation_date !== listed.operation_date && own.other_operation_date === listed.operation_date
}

/**
 * Whether what STP lists of an order goes to our books by the same rules as its answer to a question would. What only
 * a person can settle (a refused order that STP has, another amount or account, a return on a loan with payments) goes
 * that way once, when the difference is new: an admin who has settled it is not asked again.
 */
export function isForTheBooks(own: Own, listed: ListedOrder, is_known: boolean): boolean {
  const isSame = own.amount === listed.amount && isSameAccount(own.account, listed.account)
  if (!own.is_sent) return (isSame && own.status !== 'failed') || (!is_known && own.status !== 'review')
  if (!isSame) return false
  if (isOnOtherDay(own, listed)) return true
  if (!isBehind(own, listed)) return false
  return !isBack(listed.state) || !is_known || own.status === 'review'
}
