import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import { findPayee } from '../../transfers/queries/payee.ts'
import { lockVerification, type VerificationRow } from './find-verification.ts'

/** Locks a verification and its worker. Throws `account_verification.not_found` (404). */
export async function lockWithWorker(trx: Trx, id: number) {
  const found = await trx
    .selectFrom('account_verification')
    .select(['user_id', 'account'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new AppError('account_verification.not_found', 404)
  const { name: worker } = await lockWorker(trx, found.user_id)
  const row = await lockVerification(trx, found)
  if (row === undefined) throw new AppError('account_verification.not_found', 404)
  const is_current = (await findPayee(trx, row.user_id))?.account === row.account
  return { row, worker, is_current }
}

/**
 * Locks the verification of a worker's current account and the worker. Throws `account_verification.not_found` (404) and
 * `.not_current` (409) if the worker registered another account.
 */
export async function lockCurrentVerification(
  trx: Trx,
  id: number,
): Promise<{ row: VerificationRow; worker: string }> {
  const { row, worker, is_current } = await lockWithWorker(trx, id)
  if (!is_current) throw new AppError('account_verification.not_current', 409)
  return { row, worker }
}
