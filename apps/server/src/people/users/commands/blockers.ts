import { OPEN_STATES } from '@quincena/domain/loans/rules'
import { AppError } from '../../../command/errors.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Db, Trx } from '../../../db/types.ts'

/** Throws `code` (409) while the worker has a request, an offer or a loan in force. */
export async function refuseOpenLoan(
  trx: Trx,
  user_id: number,
  code: 'user.has_open_loan' | 'user.type_with_open_loan',
): Promise<void> {
  const open = await trx
    .selectFrom('loan_summary')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', 'in', OPEN_STATES)
    .limit(1)
    .executeTakeFirst()
  if (open !== undefined) throw new AppError(code, 409)
}

/** The users with an STP order to their account that is not settled, refused or returned yet. */
export async function findOpenTransferUsers(db: Db | Trx, user_ids: readonly number[]): Promise<Set<number>> {
  if (user_ids.length === 0) return new Set()
  // One look-up for each user. Without `exists` PostgreSQL reads all transfers for a batch of users.
  const open = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', user_ids)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('loan_summary')
          .select('loan_summary.id')
          .whereRef('loan_summary.user_id', '=', 'app_user.id')
          .where('has_open_transfer', '=', true),
      ),
    )
    .execute()
  return new Set(open.map(({ id }) => id))
}

/** Throws `code` (409) while an STP order to the worker's account is not settled, refused or returned. */
export async function refuseOpenTransfer(
  trx: Trx,
  user_id: number,
  code: 'user.open_transfer' | 'user.deleted_with_open_transfer',
): Promise<void> {
  const open = await findOpenTransferUsers(trx, [user_id])
  if (open.size > 0) throw new AppError(code, 409)
}

/** The users with a returned payout that waits to be sent again. */
export async function findPayoutReturnUsers(db: Db | Trx, user_ids: readonly number[]): Promise<Set<number>> {
  if (user_ids.length === 0) return new Set()
  const query = db.selectFrom('loan_summary').select('user_id').where('user_id', 'in', user_ids)
  const returned = await query.where('state', '=', 'payout_returned').execute()
  return new Set(returned.map(({ user_id }) => user_id))
}

/**
 * Throws `user.last_admin` (409) if the user is the only active admin. An advisory lock runs these checks one at a
 * time, so that two admins cannot remove each other.
 */
export async function refuseLastAdmin(trx: Trx, user_id: number): Promise<void> {
  await takeLock(trx, 'last_admin')
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
