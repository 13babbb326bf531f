import type { Cents } from '@quincena/domain/money'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { postOrder, signedMove } from '../../ledger/commands.ts'
import { createTransfer } from '../../transfers/commands/create-transfer.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import { findPayee } from '../../transfers/queries/payee.ts'
import type { TransferRow } from '../../transfers/rules.ts'

const noPlace = { latitude: null, longitude: null }

/** What is left of a worker's balance, in centavos. */
async function balanceOf(trx: Trx, user_id: number): Promise<Cents> {
  const account = trx.selectFrom('worker_account').select('balance_cents').where('user_id', '=', user_id)
  return (await account.executeTakeFirst())?.balance_cents ?? 0
}

/**
 * Orders the refund of a part of a worker's balance, in centavos, to the account that payouts go to, in the caller's
 * transaction. The money leaves the balance at once, so it cannot be used or refunded twice. Throws
 * `refund.above_balance` (409) and the errors of `createTransfer`.
 */
export async function orderRefund(
  deps: Deps,
  trx: Trx,
  { user_id, amount_cents }: { user_id: number; amount_cents: Cents },
): Promise<TransferRow> {
  await lockWorker(trx, user_id)
  if (amount_cents > (await balanceOf(trx, user_id))) throw new AppError('refund.above_balance', 409)
  const order = await createTransfer(deps, trx, {
    target: { purpose: 'refund', user_id },
    amount_cents,
    payment_concept: 'Devolución de saldo a favor',
    payee: await findPayee(trx, user_id),
    place: noPlace,
  })
  const moves = [signedMove('refund', ['worker_balance', 'refund_in_transit'], amount_cents)]
  await postOrder(deps, trx, { transfer_id: order.id, user_id, moves })
  return order
}
