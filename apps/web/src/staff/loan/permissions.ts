import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isEditable, isPayable, transition } from '@quincena/domain/loans/rules'
import type { UserType } from '@quincena/domain/users/schema'

/** Returns what the user can do with a loan (spec: backoffice §4, life cycle of the domain). */
export function allowedActions(
  loan: Pick<LoanDetail, 'type' | 'state' | 'amount_due' | 'approval_blocker' | 'cancellable'>,
  user_type: UserType,
) {
  const { type, state, amount_due, approval_blocker } = loan
  const owes = isPayable(state) && amount_due > 0
  return {
    edit: isEditable(loan),
    approve: transition(state, 'approve') !== null && approval_blocker === undefined,
    reject: transition(state, 'reject') !== null,
    pay: owes,
    /** Only credits have a payoff: an advance has one payment and no discount. */
    settle: owes && type === 'credit',
    /** An admin can correct the account of a returned payout, send it again or cancel it. */
    sendAgain: user_type === 'U0' && state === 'payout_returned',
    /** An admin can cancel a signed loan while its money has not left. */
    cancel: user_type === 'U0' && loan.cancellable === true,
    /** No more payments: the loan is completed or nothing is due. */
    isSettled: state === 'completed' || (isPayable(state) && amount_due <= 0),
  }
}
