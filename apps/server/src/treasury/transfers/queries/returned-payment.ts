import type { Db } from '../../../db/types.ts'
import { requireId, type TransferRow } from '../rules.ts'

/** Returns the tracking key and the operating day under which STP knows the incoming payment that an order returns. */
export async function findReturnedPayment(
  db: Db,
  { incoming_payment_id }: Pick<TransferRow, 'incoming_payment_id'>,
): Promise<{ tracking_key: string; operation_date: string }> {
  const { tracking_key, operation_date } = await db
    .selectFrom('incoming_payment')
    .select(['tracking_key', 'operation_date'])
    .where('id', '=', requireId(incoming_payment_id))
    .executeTakeFirstOrThrow()
  if (tracking_key === null || operation_date === null)
    throw new Error('An incoming payment without key or day cannot be returned')
  return { tracking_key, operation_date }
}
