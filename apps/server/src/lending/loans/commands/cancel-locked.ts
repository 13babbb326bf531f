import { UNSENT_TRANSFERS } from '@quincena/domain/transfers/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import type { Locked } from '../../../treasury/transfers/commands/book-transfer.ts'
import { lockUnclaimedPayout, withdrawOrder } from '../../../treasury/transfers/commands/withdraw-order.ts'
import { hasReview, isTransferIn } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { cancelledNotice, cancelledUnsentNotice } from '../notices.ts'
import { type LoanRow, moveLoan } from './move-loan.ts'

/** Throws `transfer.in_progress` (409) while another order of a returned loan is open or in review. */
async function refuseMoving(trx: Trx, { id }: LoanRow): Promise<void> {
  const open = trx.selectFrom('transfer').select('id').where('loan_id', '=', id)
  const moving = await open.where(isTransferIn('transfer', UNSENT_TRANSFERS)).limit(1).executeTakeFirst()
  if (moving !== undefined || (await hasReview(trx, id))) throw new AppError('transfer.in_progress', 409)
}

/**
 * Returns the locked order that a cancellation of a locked loan withdraws; null for a loan whose payout was returned,
 * which has none. Throws 409 `loan.not_returned` for a loan in another state, `transfer.in_progress`, and for a signed
 * one what `lockUnclaimedPayout` throws.
 */
export async function lockCancellable(trx: Trx, loan: LoanRow): Promise<Locked | null> {
  if (loan.state === 'disbursing') return lockUnclaimedPayout(trx, loan.id)
  if (loan.state !== 'payout_returned') throw new AppError('loan.not_returned', 409)
  await refuseMoving(trx, loan)
  return null
}

interface Cancellation {
  loan: LoanRow
  /** What `lockCancellable` returned. */
  order: Locked | null
  context: CommandContext
  reason: string
}

/** Cancels a locked loan and withdraws its unclaimed order; the worker owes nothing. */
export async function cancelLocked(
  deps: Deps,
  trx: Trx,
  { loan, order, context, reason }: Cancellation,
): Promise<void> {
  const changes = { closed_at: isoOf(deps.clock()), rejection_reason: reason, next_payment_date: null }
  if (order !== null) await withdrawOrder(deps, trx, { ...order, context })
  await moveLoan(deps, trx, { loan, event: 'cancel', changes })
  const notice = order === null ? cancelledNotice(loan) : cancelledUnsentNotice(loan)
  await notify(deps, trx, { recipient_id: loan.user_id, ...notice })
  await writeAudit(deps, trx, {
    context,
    action: 'loan.cancel',
    subject: ['loan', loan.id],
    before: { state: loan.state },
    after: { reason },
  })
}
