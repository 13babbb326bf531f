import { businessDay, type Day } from '@quincena/domain/dates'
import type { Cents } from '@quincena/domain/money'
import type { PayoffBody } from '@quincena/domain/payments/schema'
import { act } from '../../../lib/act.ts'
import type { ActContext } from '../../../lib/context.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'
import { type LoanRow, lockLoan } from '../../loans/commands/move-loan.ts'
import { reckonPayoff } from '../payoff.ts'
import { refuseNotInForce, refuseOtherDebt, registerPayment } from './record-payment.ts'

/**
 * What is given back to who settles a locked loan at the figure of a day, in centavos. Throws `payment.settled`,
 * `loan.not_active`, `debt_changed`, and `payoff_changed` where the figure of that day is another (409).
 */
export async function discountOf(
  trx: Trx,
  { loan, day, body }: { loan: LoanRow; day: Day; body: PayoffBody },
): Promise<Cents> {
  refuseNotInForce(loan)
  refuseOtherDebt(loan, body.previous_amount_due)
  const { amount, discount } = await reckonPayoff(trx, { loan, day })
  if (amount !== body.amount_paid) throw new AppError('payoff_changed', 409)
  return discount
}

/**
 * Settles a loan early: one payment of what is owed less the interest of days to come, which is given back in the same
 * posting; the loan is completed. Amounts in centavos. Throws `loan.not_found` (404) and what `discountOf` does (409).
 */
export function payOffLoan(deps: Deps, context: ActContext, input: { loan_id: number; body: PayoffBody }) {
  const { loan_id, body } = input
  return act(deps, context, async (trx) => {
    const loan = await lockLoan(trx, loan_id)
    const discount = await discountOf(trx, { loan, day: businessDay(deps.clock()), body })
    return registerPayment(deps, trx, { context, body: { loan_request: loan_id, ...body }, discount })
  })
}
