import { isoOf } from '../../command/clock.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { postOrder, reverseOrder } from '../ledger/commands.ts'
import { signedMove } from '../ledger/rules.ts'
import type { OrderHandlers, OrderSubject } from '../transfers/handlers.ts'
import { lockWorker } from '../transfers/queries/lock-worker.ts'
import { requireId } from '../transfers/rules.ts'
import { changeVerification, failVerification, lockOfTransfer, noResult } from './commands/store-result.ts'

/**
 * STP settled the centavo, so the bank can name the holder: the sweep reads it now. STP may also settle an order that it
 * had refused.
 */
async function readNow(deps: Deps, trx: Trx, transfer_id: number) {
  const row = await lockOfTransfer(trx, transfer_id)
  const isWaiting = row?.state === 'pending' || (row?.state === 'failed' && row.failure === 'refused')
  if (row === undefined || !isWaiting || row.accepted_at !== null) return
  const changes = { ...noResult, state: 'pending', reads: 0, next_at: isoOf(deps.clock()) } as const
  await changeVerification(deps, trx, { ...row, changes })
}

async function failRefused(deps: Deps, trx: Trx, transfer_id: number) {
  const row = await lockOfTransfer(trx, transfer_id)
  if (row?.state === 'pending') await failVerification(deps, trx, { row, failure: 'refused' })
}

/** The account does not take money: it is unverified, also after its holder was named. Another holder stays known. */
async function failReturned(deps: Deps, trx: Trx, transfer_id: number) {
  const row = await lockOfTransfer(trx, transfer_id)
  const isAffected = row?.state === 'pending' || row?.state === 'verified'
  if (row !== undefined && isAffected) await failVerification(deps, trx, { row, failure: 'returned' })
}

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
      await readNow(deps, trx, transfer_id)
    },
    // An order that was never booked has no entries.
    onRefused: (deps, trx, { id }) => failRefused(deps, trx, id),
    async onReturned(deps, trx, { id }) {
      await reverseOrder(deps, trx, id)
      await failReturned(deps, trx, id)
    },
    onSentAndReturned: async () => undefined,
    restore: async () => subject,
    findReturnDoubt: async () => null,
  }
  return subject
}

/** What an order of one centavo to verify an account costs, and what its end says about the account. */
export const verificationHandlers: OrderHandlers = {
  async lock(trx, { user_id }) {
    const id = requireId(user_id)
    return verificationOf(id, (await lockWorker(trx, id)).name)
  },
  hasPayments: async () => false,
}
