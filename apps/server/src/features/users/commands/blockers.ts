import { OPEN_STATES } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import type { Trx } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'

/** Throws `user.has_open_loan` (409) while the worker has a request, an offer or a loan in force. */
export async function refuseOpenLoan(trx: Trx, user_id: number): Promise<void> {
  const open = await trx
    .selectFrom('loan')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', 'in', OPEN_STATES)
    .limit(1)
    .executeTakeFirst()
  if (open !== undefined) throw new AppError('user.has_open_loan', 409)
}

/** Throws `user.open_transfer` (409) while STP has not settled, refused or returned an order to the worker's account. */
export async function refuseOpenTransfer(trx: Trx, user_id: number): Promise<void> {
  const open = await trx
    .selectFrom('transfer')
    .innerJoin('loan', 'loan.id', 'transfer.loan_id')
    .select('transfer.id')
    .where('loan.user_id', '=', user_id)
    .where((eb) =>
      eb.or([
        eb('transfer.status', 'in', ['pending', 'unknown', 'review']),
        eb.and([eb('transfer.status', '=', 'sent'), eb('transfer.state', 'is', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (open !== undefined) throw new AppError('user.open_transfer', 409)
}

/** Money of the worker's came back and waits to be sent again. */
export async function hasReturnedPayout(trx: Trx, user_id: number): Promise<boolean> {
  const query = trx.selectFrom('loan').select('id').where('user_id', '=', user_id)
  const returned = query.where('state', '=', 'payout_returned').limit(1)
  return (await returned.executeTakeFirst()) !== undefined
}

/** Throws `user.last_admin` (409) where nobody else could administer. One at a time: two cannot remove each other. */
export async function refuseLastAdmin(trx: Trx, user_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7276002)`.execute(trx)
  const another = await trx
    .selectFrom('app_user')
    .select('id')
    .where('user_type', '=', 'U0')
    .where('is_active', '=', true)
    .where('id', '<>', user_id)
    .limit(1)
    .executeTakeFirst()
  if (another === undefined) throw new AppError('user.last_admin', 409)
}
