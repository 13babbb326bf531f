import { createHash } from 'node:crypto'
import { bankName } from '@quincena/domain/mexico/banks'
import type { Db, Trx } from '../../../db/types.ts'
import { findPayee } from './payee.ts'

/**
 * The worker's account as an approval shows it, and its digest, by which the execution knows that it is still the same;
 * null without one that can be paid.
 */
export async function findPayeeAccount(db: Db | Trx, user_id: number) {
  const payee = await findPayee(db, user_id)
  return payee === null
    ? null
    : {
        bank: payee.bank,
        account_last4: payee.account.slice(-4),
        account_digest: createHash('sha256').update(payee.account).digest('hex'),
      }
}

/** The line of an approval that names the account. */
export const payeeAccountLine = ({ bank, account_last4 }: { bank: string; account_last4: string }) => ({
  label: 'Se deposita en',
  value: `${bankName(bank)}, cuenta terminada en ${account_last4}`,
})
