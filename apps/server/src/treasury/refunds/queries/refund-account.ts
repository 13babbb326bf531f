import { createHash } from 'node:crypto'
import type { Db, Trx } from '../../../db/types.ts'
import { findPayee } from '../../transfers/queries/payee.ts'

/**
 * The worker's account as a refund shows it, and its digest, by which a release knows that it is still the same; null
 * without one that can be paid.
 */
export async function findRefundAccount(db: Db | Trx, user_id: number) {
  const payee = await findPayee(db, user_id)
  return payee === null
    ? null
    : {
        bank: payee.bank,
        account_last4: payee.account.slice(-4),
        account_digest: createHash('sha256').update(payee.account).digest('hex'),
      }
}
