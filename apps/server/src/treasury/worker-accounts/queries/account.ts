import type { Cents } from '@quincena/domain/money'
import type { Db, Trx } from '../../../db/types.ts'

/** What is left of a worker's balance and what the worker owes apart from the loans, in centavos. */
export async function accountOf(
  db: Db | Trx,
  user_id: number,
): Promise<{ balance: Cents; receivable: Cents }> {
  const account = await db
    .selectFrom('worker_account')
    .select(['balance_cents as balance', 'receivable_cents as receivable'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return account ?? { balance: 0, receivable: 0 }
}
