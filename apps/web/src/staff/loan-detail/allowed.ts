import { type LoanState, type LoanType, transition } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import type { UserType } from '@quincena/domain/users/schema'

interface Standing {
  type: LoanType
  state: LoanState
  accepted: boolean
  completed: boolean
  rejected: boolean
  amount_due: Cents
}

/** What a request asks for may change while it is looked at; an advance is born as an offer. */
export function mayEdit({ type, state }: Pick<Standing, 'type' | 'state'>): boolean {
  return type === 'credit' && state === 'requested'
}

/** Which acts the detail of a loan offers (spec: backoffice §4, life cycle of the domain). */
export function allowedActs(loan: Standing, user_type: UserType) {
  const isAdmin = user_type === 'U0'
  const isReturned = loan.state === 'payout_returned'
  const isLive = loan.accepted && !loan.completed && !loan.rejected
  return {
    edit: mayEdit(loan),
    approve: !loan.accepted && transition(loan.state, 'approve') !== null,
    reject: !loan.accepted && transition(loan.state, 'reject') !== null,
    pay: isLive && loan.amount_due > 0,
    /** An advance has nothing to give back: its one payment settles it. */
    settle: isLive && loan.amount_due > 0 && loan.type === 'credit',
    /** Correct the account of a returned payout, send it again, give it up. */
    sendAgain: isAdmin && isReturned,
    /** The payment limit: nothing is owed any more. */
    isSettled: loan.completed || (isLive && !isReturned && loan.amount_due <= 0),
  }
}
