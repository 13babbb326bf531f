import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { executeOrRequestApproval } from '../../loan-limits/commands/execute-or-request-approval.ts'
import { cancelAction } from '../handlers.ts'
import { cancelLocked, lockCancellable } from './cancel-locked.ts'
import { expireCancellation } from './expire-cancellation.ts'
import { lockLoanAndWorker } from './move-loan.ts'

/**
 * Cancels a loan whose payout was returned, or a signed one whose order no process has claimed; the worker owes nothing.
 * Above the limit of one loan a second person is asked, and the answer has `approval_id`: until they decide, the order of
 * a signed loan may be sent. Throws `loan.not_found` (404), `approval.already_open` (409) and what `lockCancellable` throws.
 */
export function cancelLoan(
  deps: Deps,
  context: CommandContext,
  { loan_id, reason }: { loan_id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoanAndWorker(trx, loan_id)
    const order = await lockCancellable(trx, loan)
    const { amount_cents, company_id, state } = loan
    const approval = await executeOrRequestApproval(deps, trx, {
      ...{ context, amount_cents, company_id, action: cancelAction },
      payload: (exceeded) => ({ loan_id, amount: amount_cents, reason, exceeded, state }),
      async execute() {
        await cancelLocked(deps, trx, { loan, order, context, reason })
        // The limit may have been raised since somebody asked.
        await expireCancellation(deps, trx, { context, loan_id, because: 'cancelled' })
      },
    })
    return { loan_id, approval_id: approval?.id ?? null }
  })
}
