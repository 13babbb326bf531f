import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { lockIncomingPayment } from '../../incoming-payments/commands/move-incoming-payment.ts'
import { returnAction } from '../handlers.ts'
import { blockerOf } from './order-return.ts'

/**
 * Asks a second person to return an incoming payment to its sender; the money stays usable until they approve. Throws
 * `incoming_payment.not_found` (404), the codes of `returnBlocker` and `approval.already_open` (409).
 */
export function requestReturn(
  deps: Deps,
  context: CommandContext,
  { id, reason }: { id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const row = await lockIncomingPayment(trx, id)
    const blocker = blockerOf(deps, row)
    if (blocker !== null) throw new AppError(blocker, 409)
    const payload = { incoming_payment_id: id, amount: row.amount_cents, reason }
    return { approval: await requestApproval(deps, trx, { context, action: returnAction, payload }) }
  })
}
