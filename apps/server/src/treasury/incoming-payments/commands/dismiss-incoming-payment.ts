import { dismissalBlocker } from '@quincena/domain/incoming-payments/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { lockIncomingPayment, moveIncomingPayment } from './move-incoming-payment.ts'
import { requeueCheck } from './requeue-check.ts'

/**
 * Dismisses a callback without money, or our own money that came back, with a reason. Money that is in the books is owed
 * to somebody and stays. Throws `incoming_payment.not_found` (404), `incoming_payment.not_open` and
 * `incoming_payment.has_money` (409).
 */
export function dismissIncomingPayment(
  deps: Deps,
  context: CommandContext,
  { id, reason }: { id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const row = await lockIncomingPayment(trx, id)
    const blocker = dismissalBlocker({ ...row, unapplied: row.unapplied_cents })
    if (blocker !== null) throw new AppError(blocker, 409)
    const changes = {
      status: 'dismissed' as const,
      dismissal_reason: reason,
      dismissed_by: context.user.id,
      dismissed_at: isoOf(deps.clock()),
    }
    await moveIncomingPayment(deps, trx, { id, changes })
    await writeAudit(deps, trx, {
      context,
      action: 'incoming_payment.dismissed',
      subject: ['incoming_payment', id],
      after: { reason },
    })
    return { id }
  })
}

/**
 * Opens a dismissed incoming payment again and queues a query to STP if it is not confirmed. Throws
 * `incoming_payment.not_found` (404) and `incoming_payment.not_dismissed` (409); a registered one is opened again by
 * reversing its payment.
 */
export function reopenIncomingPayment(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const row = await lockIncomingPayment(trx, id)
    const { status, dismissal_reason } = row
    if (status !== 'dismissed') throw new AppError('incoming_payment.not_dismissed', 409)
    const cleared = { dismissal_reason: null, dismissed_by: null, dismissed_at: null }
    const stp_check = await requeueCheck(deps, trx, row)
    await moveIncomingPayment(deps, trx, { id, changes: { status: 'open', stp_check, ...cleared } })
    await writeAudit(deps, trx, {
      context,
      action: 'incoming_payment.reopened',
      subject: ['incoming_payment', id],
      before: { reason: dismissal_reason },
    })
    return { id }
  })
}
