import type { Cents } from '@quincena/domain/money'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { lockIncomingPayment, moveIncomingPayment } from './move-incoming-payment.ts'
import { requeueCheck } from './requeue-check.ts'

interface Registration {
  context: CommandContext
  incoming_payment_id: number
  payment_id: number
}

/**
 * Marks an incoming payment as registered once nothing of its money is left, in the transaction that registers the
 * payment. The row is locked and open.
 */
export async function markRegistered(
  deps: Deps,
  trx: Trx,
  { context, incoming_payment_id: id, payment_id, left }: Registration & { left: Cents },
): Promise<void> {
  const status = left === 0 ? ('confirmed' as const) : ('open' as const)
  await moveIncomingPayment(deps, trx, { id, changes: { status } })
  await writeAudit(deps, trx, {
    context,
    action: 'incoming_payment.confirmed',
    subject: ['incoming_payment', id],
    after: { payment_id, ...(left > 0 && { left_cents: left }) },
  })
}

/**
 * Opens an incoming payment again, in the transaction that reverses its payment, unless STP took the money back. One that
 * was registered before the STP check existed must first be confirmed by STP.
 */
export async function unmarkRegistered(deps: Deps, trx: Trx, registration: Registration): Promise<void> {
  const { context, incoming_payment_id: id, payment_id } = registration
  const row = await lockIncomingPayment(trx, id)
  const status = row.stp_return_booked_at === null ? ('open' as const) : ('confirmed' as const)
  const changes = { status, stp_check: await requeueCheck(deps, trx, row) }
  await moveIncomingPayment(deps, trx, { id, changes })
  await writeAudit(deps, trx, {
    context,
    action: 'incoming_payment.reopened',
    subject: ['incoming_payment', id],
    before: { payment_id },
  })
}
