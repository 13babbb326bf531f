import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { postReceipt } from '../../ledger/commands.ts'
import { stpReturnedNotice } from '../notices.ts'
import { hasReturnOrder } from '../queries/returned-orders.ts'
import { lockIncomingPayment, moveIncomingPayment } from './move-incoming-payment.ts'

/**
 * Takes money that STP returned out of the books, if nothing of it is used: the receipt is reversed. While a part is
 * used it only stays flagged; undoing that part calls this again. Does nothing for other money.
 */
export async function bookStpReturn(deps: Deps, trx: Trx, id: number): Promise<void> {
  const row = await lockIncomingPayment(trx, id)
  const { amount_cents, unapplied_cents, stp_returned_at, stp_return_booked_at } = row
  if (stp_returned_at === null || stp_return_booked_at !== null || unapplied_cents !== amount_cents) return
  await postReceipt(deps, trx, { id, amount_cents: -amount_cents })
  const changes = { status: 'confirmed' as const, stp_return_booked_at: isoOf(deps.clock()) }
  await moveIncomingPayment(deps, trx, { id, changes })
}

/**
 * Records that STP shows confirmed money as returned (D) without an order of ours: it can no longer be used, staff are
 * notified, and what is not used leaves the books. Safe to repeat.
 */
export async function recordStpReturn(deps: Deps, id: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockIncomingPayment(trx, id)
    const isKnown = row.stp_returned_at !== null || row.stp_confirmed_at === null
    if (isKnown || (await hasReturnOrder(trx, id))) return
    await moveIncomingPayment(deps, trx, { id, changes: { stp_returned_at: isoOf(deps.clock()) } })
    await bookStpReturn(deps, trx, id)
    await notifyStaff(deps, trx, stpReturnedNotice(row))
    await writeAudit(deps, trx, {
      context: null,
      action: 'incoming_payment.returned_by_stp',
      subject: ['incoming_payment', id],
      after: { amount_cents: row.amount_cents, used_cents: row.amount_cents - row.unapplied_cents },
    })
  })
}
