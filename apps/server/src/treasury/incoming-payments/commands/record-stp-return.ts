import type { Cents } from '@quincena/domain/money'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import type { StaffText } from '../../../platform/notifications/commands/notice-insert.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { writePostings } from '../../ledger/commands.ts'
import { type Move, signedMove } from '../../ledger/rules.ts'
import { stpReturnedNotice } from '../notices.ts'
import { readClaimParts } from '../queries/claim-parts.ts'
import { hasReturnOrder } from '../queries/returned-orders.ts'
import type { IncomingRow } from '../rules.ts'
import { lockIncomingPayment, moveIncomingPayment } from './move-incoming-payment.ts'

/**
 * Posts that the whole money left the account at STP: what was left of it is no longer owed to its sender, and what is
 * used is our claim in suspense. Money of our own that came back is booked by its order.
 */
async function bookReturn(deps: Deps, trx: Trx, row: IncomingRow): Promise<void> {
  const { id, amount_cents, unapplied_cents, booked_at } = row
  if (booked_at === null) return
  const moves = [
    signedMove('receipt', ['stp_cash', 'unapplied_receipts'], -unapplied_cents),
    signedMove('stp_claim', ['suspense', 'stp_cash'], amount_cents - unapplied_cents),
  ]
  await writePostings(deps, trx, [{ cause: { incoming_payment_id: id }, moves }])
  const changes = { status: 'confirmed' as const, stp_return_booked_at: isoOf(deps.clock()) }
  await moveIncomingPayment(deps, trx, { id, changes })
}

/**
 * Takes a locked incoming payment out of the account at STP on this day, because STP returned it without an order of
 * ours or by one that it had refused: it can no longer be used. Does nothing for money that is already taken out.
 */
export async function takeOut(
  deps: Deps,
  trx: Trx,
  { row, notice }: { row: IncomingRow; notice: StaffText | null },
): Promise<void> {
  const { id, amount_cents, unapplied_cents, stp_returned_at } = row
  if (stp_returned_at !== null) return
  await moveIncomingPayment(deps, trx, { id, changes: { stp_returned_at: isoOf(deps.clock()) } })
  await bookReturn(deps, trx, row)
  if (notice !== null) await notifyStaff(deps, trx, notice)
  await writeAudit(deps, trx, {
    context: null,
    action: 'incoming_payment.returned_by_stp',
    subject: ['incoming_payment', id],
    after: { amount_cents, used_cents: amount_cents - unapplied_cents },
  })
}

/** Records that STP shows confirmed money as returned (D) without an order of ours. Safe to repeat. */
export async function recordStpReturn(deps: Deps, id: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockIncomingPayment(trx, id)
    if (row.stp_confirmed_at === null || (await hasReturnOrder(trx, id))) return
    await takeOut(deps, trx, { row, notice: stpReturnedNotice(row) })
  })
}

/** Throws 409 if the user was charged with more than what they still use of the money once the amount is given back. */
async function refuseCharged(trx: Trx, { id, amount, user_id }: Undoing): Promise<void> {
  if (user_id === null) return
  const part = (await readClaimParts(trx, [id])).find((one) => one.user_id === user_id)
  if (part === undefined || part.charged <= part.used - amount) return
  throw new AppError('incoming_payment.charged', 409)
}

/** A use of received money that is undone, in centavos; `user_id` is null for the lender's own deposit. */
interface Undoing {
  id: number
  amount: Cents
  user_id: number | null
}

/**
 * Locks an incoming payment of which a use is undone. The moves that its posting needs besides: if STP took the money
 * back, what is given back, in centavos, clears our claim, so that nothing of it can be used again.
 * Throws 409 `incoming_payment.charged` if the worker owes that part instead.
 */
export async function lockForUndo(
  trx: Trx,
  undoing: Undoing,
): Promise<{ row: IncomingRow; status: 'open' | 'confirmed'; moves: Move[] }> {
  const { id, amount } = undoing
  const row = await lockIncomingPayment(trx, id)
  if (row.stp_return_booked_at === null) return { row, status: 'open', moves: [] }
  await refuseCharged(trx, undoing)
  const moves = [signedMove('claim_cleared', ['unapplied_receipts', 'suspense'], amount)]
  return { row, status: 'confirmed', moves }
}
