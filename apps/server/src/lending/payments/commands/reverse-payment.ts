import { openLoanMessage } from '@quincena/domain/loans/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { unmarkRegistered } from '../../../treasury/incoming-payments/commands/mark-registered.ts'
import { postPaymentReversal } from '../../../treasury/ledger/commands.ts'
import { hasReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { type LoanRow, lockLoanAndWorker, moveLoan } from '../../loans/commands/move-loan.ts'
import { findOpenLoan } from '../../loans/commands/request-loan.ts'
import { reversedNotice } from '../../loans/notices.ts'
import { getPayment } from '../queries/payments.ts'
import { updateDebt } from './record-payment.ts'

async function lockPayment(trx: Trx, id: number) {
  const { loan_request } = await getPayment(trx, id)
  const loan = await lockLoanAndWorker(trx, loan_request)
  const payment = await getPayment(trx, id)
  if (payment.reversed_at !== null) throw new AppError('payment.already_reversed', 409)
  const later = await trx
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan.id)
    .where('reversed_at', 'is', null)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst()
  if (later !== undefined) throw new AppError('payment.not_last', 409)
  return { loan, payment }
}

/** Opens the incoming payment behind the reversed payment again, if there is one. */
async function giveBack(deps: Deps, trx: Trx, { context, id }: { context: CommandContext; id: number }) {
  const { incoming_payment_id } = await trx
    .selectFrom('payment')
    .select('incoming_payment_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (incoming_payment_id === null) return
  await unmarkRegistered(deps, trx, { context, incoming_payment_id, payment_id: id })
}

/**
 * Makes a completed loan active again. Throws 409 if the worker has a newer open loan of the type, except while the
 * payout of this loan is in review: returned money can only be booked to a payable loan.
 */
async function reopen(deps: Deps, trx: Trx, loan: LoanRow): Promise<LoanRow> {
  if (loan.state !== 'completed') return loan
  const other = await findOpenLoan(trx, { user_id: loan.user_id, type: loan.type, except: loan.id })
  if (other !== undefined && !(await hasReview(trx, loan.id)))
    throw new AppError(openLoanMessage(loan.type, other.state), 409)
  const changes = { completed_at: null, closed_at: null, beside_another: other !== undefined }
  return moveLoan(deps, trx, { loan, event: 'reverse', changes })
}

/**
 * Reverses the last payment of a loan with a counter-posting and restores the debt before it. Throws
 * `payment.not_found` (404), `payment.already_reversed`, `payment.not_last`, and the message of an open loan of the
 * type (409).
 */
export function reversePayment(
  deps: Deps,
  context: CommandContext,
  input: { payment_id: number; reason: string },
) {
  const { payment_id, reason } = input
  return runCommand(deps, context, async (trx) => {
    const { loan, payment } = await lockPayment(trx, payment_id)
    const reversed_at = isoOf(deps.clock())
    await trx
      .updateTable('payment')
      .set({ reversed_at, reversal_reason: reason })
      .where('id', '=', payment_id)
      .execute()
    await postPaymentReversal(deps, trx, { id: payment_id, loan_id: loan.id })
    await updateDebt(deps, trx, {
      loan: await reopen(deps, trx, loan),
      amount_due: payment.previous_amount_due,
    })
    await giveBack(deps, trx, { context, id: payment_id })
    const entry = { id: payment_id, amount: payment.amount_paid }
    await notify(deps, trx, { recipient_id: loan.user_id, ...reversedNotice(loan, entry) })
    await deps.events.publish(trx, {
      topic: 'payment',
      id: payment_id,
      user_ids: [loan.user_id],
      staff: true,
    })
    await writeAudit(deps, trx, {
      context,
      action: 'payment.reversed',
      subject: ['payment', payment_id],
      before: { amount_due_cents: loan.amount_due_cents },
      after: { loan_id: loan.id, amount_due_cents: payment.previous_amount_due, reason },
    })
    return { payment_id }
  })
}
