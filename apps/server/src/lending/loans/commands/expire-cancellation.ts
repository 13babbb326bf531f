import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { expireApprovals } from '../../../platform/approvals/commands/expire-approvals.ts'
import { cancelAction } from '../handlers.ts'

const reasons = {
  sent: 'El dinero salió antes de que se autorizara.',
  refused: 'STP rechazó la orden y el préstamo es otra vez una oferta.',
  cancelled: 'El préstamo ya se canceló.',
}

/**
 * Ends the open request to cancel a locked loan, because its order left or was refused or the loan is cancelled, and
 * notifies the requester. `context` null: STP's report ended it.
 */
export async function expireCancellation(
  deps: Deps,
  trx: Trx,
  {
    context,
    loan_id,
    because,
  }: { context: CommandContext | null; loan_id: number; because: keyof typeof reasons },
): Promise<void> {
  const { name: action } = cancelAction
  const subject = { subject: 'loan' as const, subject_ids: [loan_id] }
  await expireApprovals(deps, trx, { context, action, ...subject, reason: reasons[because] })
}
