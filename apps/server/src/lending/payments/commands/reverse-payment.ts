import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { executeOrRequestApproval } from '../../loan-limits/commands/execute-or-request-approval.ts'
import { reverseAction } from '../handlers.ts'
import { applyReversal, lockPayment } from './apply-reversal.ts'

/**
 * Reverses a payment, or asks a second person for it above the limit of one loan: then the answer has `approval_id`.
 * Throws what `applyReversal` throws, and `approval.already_open` (409).
 */
export function reversePayment(
  deps: Deps,
  context: CommandContext,
  { payment_id, reason }: { payment_id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const { loan, payment } = await lockPayment(deps, trx, payment_id)
    const approval = await executeOrRequestApproval(deps, trx, {
      ...{ context, amount_cents: payment.amount_paid, company_id: loan.company_id, action: reverseAction },
      payload: (exceeded) => ({ payment_id, amount: payment.amount_paid, reason, exceeded }),
      execute: () => applyReversal(deps, trx, { context, payment_id, reason }),
    })
    return { payment_id, approval_id: approval?.id ?? null }
  })
}
