import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { executeOrRequestApproval } from '../../loan-limits/commands/execute-or-request-approval.ts'
import { cancelAction } from '../handlers.ts'
import { cancelReturned, refuseUncancellable } from './cancel-returned.ts'
import { lockLoanAndWorker } from './move-loan.ts'

/**
 * Cancels a loan whose payout was returned; the worker owes nothing. Above the limit of one loan a second person is asked,
 * and the answer has `approval_id`. Throws `loan.not_found` (404), `loan.not_returned`, `approval.already_open` (409),
 * and `transfer.in_progress` (409) while another order of the loan is open or in review.
 */
export function cancelLoan(
  deps: Deps,
  context: CommandContext,
  { loan_id, reason }: { loan_id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoanAndWorker(trx, loan_id)
    await refuseUncancellable(trx, loan)
    const { amount_cents, company_id } = loan
    const approval = await executeOrRequestApproval(deps, trx, {
      ...{ context, amount_cents, company_id, action: cancelAction },
      payload: (exceeded) => ({ loan_id, amount: amount_cents, reason, exceeded }),
      execute: () => cancelReturned(deps, trx, { loan, context, reason }),
    })
    return { loan_id, approval_id: approval?.id ?? null }
  })
}
