import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isUnconfirmed } from '../../../people/worker-changes/queries.ts'
import { postOrder } from '../../ledger/commands.ts'
import { signedMove } from '../../ledger/rules.ts'
import { createTransfer } from '../../transfers/commands/create-transfer.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import { findPayee } from '../../transfers/queries/payee.ts'
import type { TransferRow } from '../../transfers/rules.ts'
import { findCoolingOff } from '../../verifications/queries/find-cooling-off.ts'
import type { WorkerAccount } from '../../verifications/queries/find-verification.ts'
import { publishBalance } from '../../worker-accounts/commands/publish-balance.ts'
import { findRefundObstacle, type RefundPart } from '../queries/find-obstacle.ts'

const noPlace = { latitude: null, longitude: null }

/** Throws 409 with the reason if the step of the refund is not possible now. The worker is locked. */
export async function refuseObstacle(trx: Trx, step: 'request' | 'release', part: RefundPart): Promise<void> {
  const obstacle = await findRefundObstacle(trx, step, part)
  if (obstacle === null) return
  const { code, detail } = obstacle
  throw new AppError(code, 409, detail === undefined ? {} : { detail, texts: { amount: [detail] } })
}

/**
 * Throws (409) `refund.worker_unconfirmed` until another person confirmed what staff wrote of the worker, and
 * `refund.cooling_off` within 24 hours after the account or the password changed.
 */
async function refuseUnsafe(deps: Deps, trx: Trx, of: WorkerAccount): Promise<void> {
  const { user_id } = of
  if (await isUnconfirmed(trx, { user_id })) throw new AppError('refund.worker_unconfirmed', 409)
  if ((await findCoolingOff(trx, of, deps.clock())) !== null) throw new AppError('refund.cooling_off', 409)
}

/**
 * Orders the refund of a part of a worker's balance, in centavos, to the account that payouts go to, in the caller's
 * transaction. The money leaves the balance at once, so it cannot be used or refunded twice. Throws
 * `refund.above_balance`, `refund.unproved`, `refund.account_*`, `refund.in_progress`, `refund.payout_in_progress`,
 * `refund.worker_unconfirmed`, `refund.cooling_off` (409) and the errors of `createTransfer`.
 */
export async function orderRefund(
  deps: Deps,
  trx: Trx,
  { user_id, amount_cents }: RefundPart,
): Promise<TransferRow> {
  await lockWorker(trx, user_id)
  await refuseObstacle(trx, 'release', { user_id, amount_cents })
  const payee = await findPayee(trx, user_id)
  if (payee !== null) await refuseUnsafe(deps, trx, { user_id, account: payee.account })
  const order = await createTransfer(deps, trx, {
    target: { purpose: 'refund', user_id },
    amount_cents,
    payment_concept: 'Devolución de saldo a favor',
    payee,
    place: noPlace,
  })
  const moves = [signedMove('refund', ['worker_balance', 'refund_in_transit'], amount_cents)]
  await postOrder(deps, trx, { transfer_id: order.id, user_id, moves })
  await publishBalance(deps, trx, user_id)
  return order
}
