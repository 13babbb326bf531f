import type { Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { LoanTables } from '../../../db/loan-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type OrderSubject, orderHandlers } from '../handlers.ts'
import type { TransferRow } from '../rules.ts'

export interface Locked {
  transfer: TransferRow
  subject: OrderSubject
}

/**
 * Locks an order and its subject until the transaction ends. Every command locks the subject first; `with_user` locks
 * the subject's user before it. Throws 404 `transfer.not_found`.
 */
export async function lockTransfer(trx: Trx, id: number, { with_user = false } = {}): Promise<Locked> {
  const found = await trx
    .selectFrom('transfer')
    .select(['loan_id', 'purpose'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new AppError('transfer.not_found', 404)
  const subject = await orderHandlers(found.purpose).lock(trx, found, { with_user })
  const transfer = await trx
    .selectFrom('transfer')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { transfer, subject }
}

/** Updates an order and notifies the screens that show it. */
export async function changeTransfer(
  deps: Deps,
  trx: Trx,
  { transfer, subject, changes }: Locked & { changes: Updateable<LoanTables['transfer']> },
): Promise<Locked> {
  const changed = await trx
    .updateTable('transfer')
    .set({ ...changes, updated_at: isoOf(deps.clock()) })
    .where('id', '=', transfer.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await deps.events.publish(trx, {
    topic: 'transfer',
    id: transfer.id,
    user_ids: [subject.user_id],
    staff: true,
  })
  return { transfer: changed, subject }
}
