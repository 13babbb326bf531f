import { UNSENT_TRANSFERS } from '@quincena/domain/transfers/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { hasReview, isTransferIn } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { cancelledNotice } from '../notices.ts'
import { lockLoan, moveLoan } from './move-loan.ts'

async function refuseMoving(trx: Trx, loan_id: number) {
  const open = trx.selectFrom('transfer').select('id').where('loan_id', '=', loan_id)
  const moving = await open.where(isTransferIn('transfer', UNSENT_TRANSFERS)).limit(1).executeTakeFirst()
  if (moving !== undefined || (await hasReview(trx, loan_id))) throw new AppError('transfer.in_progress', 409)
}

/**
 * Cancels a loan whose payout was returned; the worker owes nothing. Throws `loan.not_found` (404), `loan.not_returned`
 * (409), and `transfer.in_progress` (409) while another order of the loan is open or in review.
 */
export function cancelLoan(
  deps: Deps,
  context: CommandContext,
  { loan_id, reason }: { loan_id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoan(trx, loan_id)
    if (loan.state !== 'payout_returned') throw new AppError('loan.not_returned', 409)
    await refuseMoving(trx, loan_id)
    const changes = { closed_at: isoOf(deps.clock()), rejection_reason: reason, next_payment_date: null }
    await moveLoan(deps, trx, { loan, event: 'cancel', changes })
    await notify(deps, trx, { recipient_id: loan.user_id, ...cancelledNotice(loan) })
    await writeAudit(deps, trx, {
      context,
      action: 'loan.cancel',
      subject: ['loan', loan_id],
      after: { reason },
    })
    return { loan_id }
  })
}
