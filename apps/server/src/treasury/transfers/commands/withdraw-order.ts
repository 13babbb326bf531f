import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { mayForgetClaim } from '../queries/payout-switch.ts'
import { hasReview } from '../queries/transfer-predicates.ts'
import { changeTransfer, type Locked, lockTransfer } from './book-transfer.ts'

/**
 * Locks the payout of a locked loan that no process has claimed for sending: a claim waits for the transaction's end, as
 * this waits for a claim's. Throws 409 `loan.payout_left` if it is claimed, in review or sent, `transfer.in_progress` if
 * another order of the loan is in review, and `loan.payout_uncertain` if the database may have forgotten the claim.
 */
export async function lockUnclaimedPayout(trx: Trx, loan_id: number): Promise<Locked> {
  const order = await trx
    .selectFrom('transfer')
    .select('id')
    .where('loan_id', '=', loan_id)
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (order === undefined) throw new AppError('loan.payout_left', 409)
  if (await hasReview(trx, loan_id)) throw new AppError('transfer.in_progress', 409)
  const locked = await lockTransfer(trx, order.id)
  if (await mayForgetClaim(trx, locked.transfer)) throw new AppError('loan.payout_uncertain', 409)
  return locked
}

/** Withdraws a payout that `lockUnclaimedPayout` locked: no claim takes it any more, so nothing sends it. */
export async function withdrawOrder(
  deps: Deps,
  trx: Trx,
  { context, ...locked }: Locked & { context: CommandContext },
): Promise<void> {
  const free = { held_reason: null, held_until: null }
  await changeTransfer(deps, trx, { ...locked, changes: { ...free, status: 'withdrawn' } })
  const { id, tracking_key, amount_cents } = locked.transfer
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.withdrawn',
    subject: ['transfer', id],
    after: { tracking_key, amount_cents },
  })
}
