import { isEditable, type LoanState, type LoanType, transition } from '@quincena/domain/loans/rules'
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

/** Returns what the user can do with a loan (spec: backoffice §4, life cycle of the domain). */
export function allowedActions(loan: Standing, user_type: UserType) {
  const isAdmin = user_type === 'U0'
  const isReturned = loan.state === 'payout_returned'
  const isLive = loan.accepted && !loan.completed && !loan.rejected
  return {
    edit: isEditable(loan),
    approve: !loan.accepted && transition(loan.state, 'approve') !== null,
    reject: !loan.accepted && transition(loan.state, 'reject') !== null,
    pay: isLive && loan.amount_due > 0,
    /** Only credits have a payoff: an advance has one payment and no discount. */
    settle: isLive && loan.amount_due > 0 && loan.type === 'credit',
    /** An admin can correct the account of a returned payout, send it again or cancel it. */
    sendAgain: isAdmin && isReturned,
    /** No more payments: the loan is completed or nothing is due. */
    isSettled: loan.completed || (isLive && !isReturned && loan.amount_due <= 0),
  }
}
