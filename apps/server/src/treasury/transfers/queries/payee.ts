import { beneficiary } from '@quincena/domain/loans/limits'
import type { Db, Trx } from '../../../db/types.ts'
import type { Payee } from '../rules.ts'

/** Returns the worker's name and current account; null without an account that can be paid. */
export async function findPayee(db: Db | Trx, user_id: number): Promise<Payee | null> {
  const { bank, debit_card_number, ...name } = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'bank', 'debit_card_number'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const receiver = beneficiary(debit_card_number)
  return receiver === null || bank === null ? null : { ...name, bank, ...receiver }
}
