import type { PayoffBody } from '@quincena/domain/payments/schema'
import { act } from '../../../lib/act.ts'
import type { ActContext } from '../../../lib/context.ts'
import type { Deps } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'
import { lockLoan } from '../../loans/commands/move-loan.ts'
import { reckonPayoff } from '../payoff.ts'
import { refuseNotInForce, refuseOtherDebt, registerPayment } from './record-payment.ts'

/**
 * Settles a loan early: one payment of what is owed less the interest of days to come, which is given back in the same
 * posting; the loan is completed. Amounts in centavos. Throws `loan.not_found` (404), `payment.settled`,
 * `loan.not_active`, `debt_changed`, and `payoff_changed` where the figure is no longer the one that was shown (409).
 */
export function payOffLoan(deps: Deps, context: ActContext, input: { loan_id: number; body: PayoffBody }) {
  const { loan_id, body } = input
  return act(deps, context, async (trx) => {
    const loan = await lockLoan(trx, loan_id)
    refuseNotInForce(loan)
    refuseOtherDebt(loan, body.previous_amount_due)
    const { amount, discount } = await reckonPayoff(deps, trx, loan)
    if (amount !== body.amount_paid) throw new AppError('payoff_changed', 409)
    return registerPayment(deps, trx, { context, body: { loan_request: loan_id, ...body }, discount })
  })
}
