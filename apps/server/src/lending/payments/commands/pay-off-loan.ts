import { businessDay, type Day } from '@quincena/domain/dates'
import { largestPayment } from '@quincena/domain/loans/replay'
import type { PayoffBody } from '@quincena/domain/payments/schema'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type LoanRow, lockLoan } from '../../loans/commands/move-loan.ts'
import { loadLoan } from '../../loans/queries/position.ts'
import { refuseNotPayable, refuseOtherDebt } from './check-payment.ts'
import { recordPaymentIn } from './record-payment.ts'

/**
 * Throws `payment.settled`, `loan.not_active`, `debt_changed`, and `payoff_changed` (409) if the amount is not the
 * payoff of `day`. The loan is locked.
 */
export async function refuseOtherPayoff(
  trx: Trx,
  { loan, day, body }: { loan: LoanRow; day: Day; body: PayoffBody },
): Promise<void> {
  refuseNotPayable(loan)
  const loaded = await loadLoan(trx, loan)
  refuseOtherDebt(loan, loaded, body.previous_amount_due)
  if (largestPayment(loaded, day) !== body.amount_paid) throw new AppError('payoff_changed', 409)
}

/**
 * Settles a loan today by a payment of the payoff that the caller saw. Amounts in centavos. Throws `loan.not_found`
 * (404) and what `refuseOtherPayoff` throws (409).
 */
export function payOffLoan(
  deps: Deps,
  context: CommandContext,
  input: { loan_id: number; body: PayoffBody },
) {
  const { loan_id, body } = input
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoan(trx, loan_id)
    const day = businessDay(deps.clock())
    await refuseOtherPayoff(trx, { loan, day, body })
    return recordPaymentIn(deps, trx, { context, body: { ...body, loan_request: loan_id, value_date: day } })
  })
}
