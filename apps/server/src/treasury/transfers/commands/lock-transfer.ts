import type { Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps, Trx } from '../../../command/deps.ts'
import { AppError } from '../../../command/errors.ts'
import type { LoanTables } from '../../../db/loan-types.ts'
import { type LoanRow, lockLoan } from '../../../lending/loans/commands/move-loan.ts'
import type { TransferRow } from '../rules.ts'

export interface Locked {
  transfer: TransferRow
  loan: LoanRow
}

/**
 * Locks an order and its loan until the transaction ends. Every command locks the loan first. Throws 404
 * `transfer.not_found`.
 */
export async function lockTransfer(trx: Trx, id: number): Promise<Locked> {
  const found = await trx.selectFrom('transfer').select('loan_id').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('transfer.not_found', 404)
  const loan = await lockLoan(trx, found.loan_id)
  const transfer = await trx
    .selectFrom('transfer')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { transfer, loan }
}

/** Updates an order and notifies the screens that show it. */
export async function changeTransfer(
  deps: Deps,
  trx: Trx,
  { transfer, loan, changes }: Locked & { changes: Updateable<LoanTables['transfer']> },
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
    user_ids: [loan.user_id],
    staff: true,
  })
  return { transfer: changed, loan }
}
