import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'

/**
 * Locks a worker until the transaction ends, so that nothing else orders or books money for them, and returns the name.
 * Throws 404 `user.not_found`.
 */
export async function lockWorker(trx: Trx, user_id: number): Promise<{ name: string }> {
  const worker = await trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (worker === undefined) throw new AppError('user.not_found', 404)
  return { name: `${worker.first_name} ${worker.last_name}` }
}
