import { bankName } from '@quincena/domain/mexico/banks'
import type { BankAccountAnswer } from '@quincena/domain/users/bank-account'
import type { Db, Trx } from '../../../db/types.ts'
import { findOpenTransferUsers } from '../commands/blockers.ts'

/** A user's receiving account with masked numbers; `is_locked` while an open transfer to it prevents changes. */
export async function findBankAccount(db: Db | Trx, user_id: number): Promise<BankAccountAnswer> {
  const { bank, debit_card_number, card_last4, card_holder } = await db
    .selectFrom('app_user')
    .select(['bank', 'debit_card_number', 'card_last4', 'card_holder'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const is_locked = (await findOpenTransferUsers(db, [user_id])).size > 0
  if (debit_card_number === null) return { account: null, is_locked }
  const account_last4 = debit_card_number.slice(-4)
  return { account: { bank, bank_name: bankName(bank), account_last4, card_last4, card_holder }, is_locked }
}
