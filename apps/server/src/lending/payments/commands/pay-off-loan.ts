import { businessDay, type Day } from '@quincena/domain/dates'
import type { Cents } from '@quincena/domain/money'
import type { PayoffBody } from '@quincena/domain/payments/schema'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type LoanRow, lockLoan } from '../../loans/commands/move-loan.ts'
import { computePayoff } from '../queries/payoff.ts'
import { recordPaymentIn, refuseNotPayable, refuseOtherDebt } from './record-payment.ts'

/**
 * The discount, in centavos, of settling a locked loan at the payoff of `day`. Throws `payment.settled`,
 * `loan.not_active`, `debt_changed`, and `payoff_changed` if the amount is not that day's payoff (409).
 */
export async function discountOf(
  trx: Trx,
  { loan, day, body }: { loan: LoanRow; day: Day; body: PayoffBody },
): Promise<Cents> {
  refuseNotPayable(loan)
  refuseOtherDebt(loan, body.previous_amount_due)
  const { amount, discount } = await computePayoff(trx, { loan, day })
  if (amount !== body.amount_paid) throw new AppError('payoff_changed', 409)
  return discount
}

/**
 * Settles a loan early and completes it: one payment of the debt less the interest of future days, which the same
 * posting gives back. Amounts in centavos. Throws `loan.not_found` (404) and what `discountOf` throws (409).
 */
export function payOffLoan(
  deps: Deps,
  context: CommandContext,
  input: { loan_id: number; body: PayoffBody },
) {
  const { loan_id, body } = input
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoan(trx, loan_id)
    const discount = await discountOf(trx, { loan, day: businessDay(deps.clock()), body })
    return recordPaymentIn(deps, trx, { context, body: { loan_request: loan_id, ...body }, discount })
  })
}
