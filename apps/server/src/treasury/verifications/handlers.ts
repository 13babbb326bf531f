import { postOrder, reverseOrder, signedMove } from '../ledger/commands.ts'
import type { OrderHandlers, OrderSubject } from '../transfers/handlers.ts'
import { lockWorker } from '../transfers/queries/lock-worker.ts'
import { requireId } from '../transfers/rules.ts'

function verificationOf(user_id: number, worker: string): OrderSubject {
  const subject: OrderSubject = {
    loan_id: null,
    folio: `la verificación de la cuenta de ${worker}`,
    user_id,
    is_waiting: true,
    is_ended: false,
    async onSent(deps, trx, { id: transfer_id, amount_cents }) {
      const moves = [signedMove('verification', ['verification_cost', 'stp_in_transit'], amount_cents)]
      await postOrder(deps, trx, { transfer_id, moves })
      return subject
    },
    async onSettled(deps, trx, { id: transfer_id, amount_cents }) {
      const moves = [signedMove('verification_settled', ['stp_in_transit', 'stp_cash'], amount_cents)]
      await postOrder(deps, trx, { transfer_id, moves })
    },
    // An order that was never booked has no entries.
    onRefused: async () => undefined,
    onReturned: (deps, trx, { id }) => reverseOrder(deps, trx, id),
    onSentAndReturned: async () => undefined,
    restore: async () => subject,
    findReturnDoubt: async () => null,
  }
  return subject
}

/** What an order of one centavo to verify an account costs. */
export const verificationHandlers: OrderHandlers = {
  async lock(trx, { user_id }) {
    const id = requireId(user_id)
    return verificationOf(id, (await lockWorker(trx, id)).name)
  },
  hasPayments: async () => false,
}
