import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { createTransfer } from '../../transfers/commands/create-transfer.ts'
import { findPayee } from '../../transfers/queries/payee.ts'
import type { TransferRow } from '../../transfers/rules.ts'

const oneCentavo = 1
const noPlace = { latitude: null, longitude: null }

/**
 * Orders one centavo to a worker's current account, so that its bank names the holder, in the caller's transaction,
 * which has locked the worker. Throws the errors of `createTransfer`.
 */
export async function orderVerification(deps: Deps, trx: Trx, user_id: number): Promise<TransferRow> {
  return createTransfer(deps, trx, {
    target: { purpose: 'verification', user_id },
    amount_cents: oneCentavo,
    payment_concept: 'Verificación de cuenta',
    payee: await findPayee(trx, user_id),
    place: noPlace,
  })
}
