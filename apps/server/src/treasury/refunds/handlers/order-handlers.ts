import type { Trx } from '../../../db/types.ts'
import { notify, notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { postOrder, reverseOrder } from '../../ledger/commands.ts'
import { signedMove } from '../../ledger/rules.ts'
import type { OrderHandlers, OrderSubject } from '../../transfers/handlers.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import { requireId, type TransferRow } from '../../transfers/rules.ts'
import { returnPaidPart } from '../../worker-accounts/commands/owe-again.ts'
import { publishBalance } from '../../worker-accounts/commands/publish-balance.ts'
import { refundBackNotice, refundReturnedNotice, refundSettledNotice } from '../notices.ts'

/** True if the money of the order is set apart from the worker's balance. */
async function isSetApart(trx: Trx, transfer_id: number): Promise<boolean> {
  const entries = await trx
    .selectFrom('ledger_entry')
    .select('kind')
    .where('transfer_id', '=', transfer_id)
    .where('kind', 'in', ['refund', 'refund_reversed'])
    .execute()
  return entries.length === 1
}

interface Refund {
  user_id: number
  worker: string
  /** The money of the order is set apart from the worker's balance; else STP paid it a second time. */
  is_set_apart: boolean
  is_waiting: boolean
}

/**
 * The moves of a settlement. STP paid an order that was refused and whose money is in the balance again: the worker got
 * it twice and owes it.
 */
function settlementMoves({ is_set_apart }: Refund, amount: number) {
  return is_set_apart
    ? [signedMove('refund_settled', ['refund_in_transit', 'stp_cash'], amount)]
    : [signedMove('second_payout', ['worker_receivable', 'stp_cash'], amount)]
}

function refundOf(refund: Refund): OrderSubject {
  const { user_id, worker, is_waiting } = refund
  /** What the order took from the balance is back in it. */
  const onBack: OrderSubject['onRefused'] = async (deps, trx, transfer) => {
    await reverseOrder(deps, trx, transfer.id)
    await notify(deps, trx, { recipient_id: user_id, ...refundBackNotice(transfer) })
    await publishBalance(deps, trx, user_id)
  }
  return {
    loan_id: null,
    folio: `la devolución de saldo a ${worker}`,
    user_id,
    is_waiting,
    is_ended: !is_waiting,
    onSent: async () => refundOf(refund),
    async onSettled(deps, trx, transfer: TransferRow) {
      const moves = settlementMoves(refund, transfer.amount_cents)
      await postOrder(deps, trx, { transfer_id: transfer.id, user_id, moves })
      await notify(deps, trx, { recipient_id: user_id, ...refundSettledNotice(transfer) })
      await publishBalance(deps, trx, user_id)
    },
    onRefused: onBack,
    async onReturned(deps, trx, transfer) {
      const { amount_cents: amount, state } = transfer
      if (state === 'LQ' && !refund.is_set_apart) await returnPaidPart(deps, trx, { user_id, amount })
      await onBack(deps, trx, transfer)
      await notifyStaff(deps, trx, refundReturnedNotice(transfer, worker))
    },
    // The balance has the money since the refusal, and STP has it again.
    onSentAndReturned: async () => undefined,
    restore: async () => refundOf({ ...refund, is_waiting: true }),
    findReturnDoubt: async () => null,
  }
}

/** What an order that refunds a worker's balance does to the balance. */
export const refundHandlers: OrderHandlers = {
  async lock(trx, order) {
    const user_id = requireId(order.user_id)
    const { name: worker } = await lockWorker(trx, user_id)
    const is_set_apart = await isSetApart(trx, order.id)
    return refundOf({ user_id, worker, is_set_apart, is_waiting: is_set_apart })
  },
  hasPayments: async () => false,
}
