import type { Approval } from '@quincena/domain/approvals/schema'
import type { Cents } from '@quincena/domain/money'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import { findPayeeAccount } from '../../transfers/queries/payee-account.ts'
import { ensureVerification } from '../../verifications/commands/ensure-verification.ts'
import { publishBalance } from '../../worker-accounts/commands/publish-balance.ts'
import { accountOf } from '../../worker-accounts/queries/account.ts'
import { refundRelease } from '../handlers/release-refund.ts'
import { refuseObstacle } from './order-refund.ts'

/**
 * Requests the refund of a part of a worker's balance, in centavos: workers for themselves, staff for any worker.
 * Another staff member releases it, once the account is verified where the lender's setting asks for that. Throws
 * `user.not_found` (404, also for another worker), `approval.already_open` and what `orderRefund` throws (409).
 */
export function requestRefund(
  deps: Deps,
  context: CommandContext,
  { user_id, amount }: { user_id: number; amount: Cents },
): Promise<Approval> {
  return runCommand(deps, context, async (trx) => {
    if (!isStaff(context.user) && context.user.id !== user_id) throw new AppError('user.not_found', 404)
    await lockWorker(trx, user_id)
    await refuseObstacle(trx, 'request', { user_id, amount_cents: amount })
    await ensureVerification(deps, trx, user_id)
    const account = await findPayeeAccount(trx, user_id)
    if (account === null) throw new AppError('refund.account_missing', 409)
    const { balance } = await accountOf(trx, user_id)
    const payload = { user_id, amount, balance, ...account }
    const approval = await requestApproval(deps, trx, { context, action: refundRelease, payload })
    await publishBalance(deps, trx, user_id)
    return approval
  })
}
