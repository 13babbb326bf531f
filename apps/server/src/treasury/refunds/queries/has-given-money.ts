import type { Trx } from '../../../db/types.ts'

/**
 * True if one of the staff users brought money into a worker's balance: gave received money to it and did not take it
 * back, or registered a payment in force whose rest became the balance.
 */
export async function hasGivenMoney(
  trx: Trx,
  { user_id, staff_ids }: { user_id: number; staff_ids: readonly number[] },
): Promise<boolean> {
  const credit = trx
    .selectFrom('incoming_payment_credit')
    .select('id')
    .where('user_id', '=', user_id)
    .where('credited_by', 'in', staff_ids)
    .where('undone_at', 'is', null)
  const rest = trx
    .selectFrom('payment_remainder')
    .select('id')
    .where('user_id', '=', user_id)
    .where('registered_by', 'in', staff_ids)
  return (await credit.unionAll(rest).limit(1).executeTakeFirst()) !== undefined
}
