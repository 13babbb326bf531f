import type { Selectable, Updateable } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { IncomingTables } from '../../../db/incoming-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

/**
 * Locks an incoming payment until the transaction ends; commands lock the loan before it. Throws 404
 * `incoming_payment.not_found`.
 */
export async function lockIncomingPayment(
  trx: Trx,
  id: number,
): Promise<Selectable<IncomingTables['incoming_payment']>> {
  const row = await trx
    .selectFrom('incoming_payment')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('incoming_payment.not_found', 404)
  return row
}

interface Move {
  id: number
  changes: Updateable<IncomingTables['incoming_payment']>
}

/** Updates a locked incoming payment and notifies the screens that show it. */
export async function moveIncomingPayment(deps: Deps, trx: Trx, { id, changes }: Move): Promise<void> {
  await trx.updateTable('incoming_payment').set(changes).where('id', '=', id).execute()
  await deps.events.publish(trx, { topic: 'incoming_payment', id, user_ids: [], staff: true })
}
