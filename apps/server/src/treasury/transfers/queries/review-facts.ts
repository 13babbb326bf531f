import { PAYING_TRANSFERS } from '@quincena/domain/transfers/rules'
import type { Db, Trx } from '../../../db/types.ts'
import { orderHandlers } from '../handlers.ts'
import type { TransferRow } from '../rules.ts'
import { isTransferIn } from './transfer-predicates.ts'

/** True if another order of the loan may be paying it. */
export async function hasOtherOpen(
  db: Db | Trx,
  { id, loan_id }: Pick<TransferRow, 'id' | 'loan_id'>,
): Promise<boolean> {
  const query = db.selectFrom('transfer').select('id').where('loan_id', '=', loan_id).where('id', '<>', id)
  const paying = query.where(isTransferIn('transfer', PAYING_TRANSFERS))
  return (await paying.limit(1).executeTakeFirst()) !== undefined
}

/** Returns what decides in which ways an order in review can be resolved. */
export async function reviewFacts(db: Db | Trx, order: TransferRow) {
  const { state, sent_at, purpose } = order
  const has_payments = await orderHandlers(purpose).hasPayments(db, order)
  return { state, sent_at, has_payments, is_paid_by_another: await hasOtherOpen(db, order) }
}
