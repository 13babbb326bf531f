import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import { shareLock } from '../../../db/locks.ts'
import { readTogether } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { payoutsPaused } from '../queries/payout-switch.ts'
import { ofTarget } from '../queries/review-facts.ts'
import { needsReview } from '../queries/transfer-predicates.ts'
import {
  columnsOf,
  newOrder,
  type OrderParts,
  type Payee,
  type TargetColumns,
  type TransferRow,
} from '../rules.ts'

interface OrderRequest extends Omit<OrderParts, 'attempt' | 'payee' | 'payer'> {
  /** The receiver of the money, locked with its account; null without an account that can be paid. */
  payee: Payee | null
}

async function nextAttempt(trx: Trx, target: TargetColumns): Promise<number> {
  const last = await trx
    .selectFrom('transfer')
    .select('attempt')
    .where(ofTarget(target))
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.attempt ?? 0) + 1
}

/** Whether an order of the target is in review or contested. */
async function isInReview(trx: Trx, target: TargetColumns): Promise<boolean> {
  const orders = trx.selectFrom('transfer').select('id').where(ofTarget(target))
  const waiting = await orders.where(needsReview('transfer')).limit(1).executeTakeFirst()
  return waiting !== undefined
}

/**
 * Writes a `pending` order and the job that sends it, in the caller's transaction, which has locked the order's subject
 * and payee. Throws `payouts.paused` (503), `loan.bank_data_missing` (409) and, while another order of the target is in
 * review, `transfer.in_progress` (409). A second open order violates a unique index (409): `transfer_one_open` of a
 * loan, `transfer_one_moving` of a worker and purpose, `transfer_one_return` of an incoming payment.
 */
export async function createTransfer(
  deps: Deps,
  trx: Trx,
  { payee, ...order }: OrderRequest,
): Promise<TransferRow> {
  const target = columnsOf(order.target)
  // As `holdPayoutSwitch`: the first of the reads takes the lock along.
  await shareLock(trx, 'payout_switch')
  const [paused, in_review, attempt] = await readTogether(trx, [
    payoutsPaused,
    (joined) => isInReview(joined, target),
    (joined) => nextAttempt(joined, target),
  ])
  if (paused) throw new AppError('payouts.paused', 503)
  if (in_review) throw new AppError('transfer.in_progress', 409)
  if (payee === null) throw new AppError('loan.bank_data_missing', 409)
  const now = deps.clock()
  const values = newOrder({ ...order, attempt, payee, payer: deps.env.stp }, now)
  const created = await trx
    .insertInto('transfer')
    .values({ ...values, created_at: isoOf(now), updated_at: isoOf(now) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await deps.queue.send(trx, 'send-transfer', { transfer_id: created.id })
  return created
}
