import { UNSENT_TRANSFERS } from '@quincena/domain/transfers/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { hasReview, isTransferIn } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { cancelledNotice } from '../notices.ts'
import { type LoanRow, moveLoan } from './move-loan.ts'

/**
 * Throws `loan.not_returned` (409) for a locked loan whose payout was not returned, and `transfer.in_progress` (409)
 * while another order of it is open or in review.
 */
export async function refuseUncancellable(trx: Trx, { id, state }: LoanRow): Promise<void> {
  if (state !== 'payout_returned') throw new AppError('loan.not_returned', 409)
  const open = trx.selectFrom('transfer').select('id').where('loan_id', '=', id)
  const moving = await open.where(isTransferIn('transfer', UNSENT_TRANSFERS)).limit(1).executeTakeFirst()
  if (moving !== undefined || (await hasReview(trx, id))) throw new AppError('transfer.in_progress', 409)
}

interface Cancelled {
  loan: LoanRow
  context: CommandContext
  reason: string
}

/** Cancels a locked loan that `refuseUncancellable` allows; the worker owes nothing. */
export async function cancelReturned(
  deps: Deps,
  trx: Trx,
  { loan, context, reason }: Cancelled,
): Promise<void> {
  const changes = { closed_at: isoOf(deps.clock()), rejection_reason: reason, next_payment_date: null }
  await moveLoan(deps, trx, { loan, event: 'cancel', changes })
  await notify(deps, trx, { recipient_id: loan.user_id, ...cancelledNotice(loan) })
  await writeAudit(deps, trx, {
    context,
    action: 'loan.cancel',
    subject: ['loan', loan.id],
    after: { reason },
  })
}
