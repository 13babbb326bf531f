import { isNeverSent, isReturned } from '../transfers/rules.ts'
import { isSameAccount, type ListedOrder, type OwnOrder } from './compare.ts'

type ComparedFacts = Pick<
  OwnOrder,
  'amount' | 'account' | 'status' | 'is_sent' | 'state' | 'operation_date'
> & {
  /** The other operating day under which STP may file an order sent near the cut; null if there is one day only. */
  other_operation_date: string | null
}

/** True if STP lists an outcome that we do not have: any outcome, or a return after we booked the settlement. */
function isBehind(own: ComparedFacts, listed: ListedOrder): boolean {
  if (own.state === null) return listed.state !== null
  return own.state === 'LQ' && isReturned(listed.state)
}

/** True if STP filed the order under the other of its two possible operating days. */
function isOnOtherDay(own: ComparedFacts, listed: ListedOrder): boolean {
  return own.operation_date !== listed.operation_date && own.other_operation_date === listed.operation_date
}

/**
 * Decides whether STP's list entry of an order is processed by the same rules as STP's answer to a query of that order.
 * Cases that only an admin can decide (a refused order that STP has, a different amount or account, a return on a loan
 * with payments) are processed once, while the difference is new (`is_known` false), so that an admin's decision is not
 * reopened.
 */
export function shouldBookListed(own: ComparedFacts, listed: ListedOrder, is_known: boolean): boolean {
  const isSame = own.amount === listed.amount && isSameAccount(own.account, listed.account)
  if (!own.is_sent) return (isSame && !isNeverSent(own.status)) || (!is_known && own.status !== 'review')
  if (!isSame) return false
  if (isOnOtherDay(own, listed)) return true
  if (!isBehind(own, listed)) return false
  return !isReturned(listed.state) || !is_known || own.status === 'review'
}
