import type { Trx } from '../../../db/types.ts'

/**
 * True if a staff user brought money into a worker's balance: gave received money to it and did not take it back, or
 * registered a payment in force whose rest became the balance.
 */
export async function hasGivenMoney(
  trx: Trx,
  { user_id, staff_id }: { user_id: number; staff_id: number },
): Promise<boolean> {
  const credit = trx
    .selectFrom('incoming_payment_credit')
    .select('id')
    .where('user_id', '=', user_id)
    .where('credited_by', '=', staff_id)
    .where('undone_at', 'is', null)
  const rest = trx
    .selectFrom('payment_remainder')
    .select('id')
    .where('user_id', '=', user_id)
    .where('registered_by', '=', staff_id)
  return (await credit.unionAll(rest).limit(1).executeTakeFirst()) !== undefined
}
