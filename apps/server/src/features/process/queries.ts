import { sql } from 'kysely'
import type { Deps } from '../../lib/deps.ts'
import { AppError } from '../../lib/errors.ts'

/** Throws `server.unavailable` (503) unless database and storage answer. */
export async function requireReady(deps: Deps): Promise<void> {
  try {
    await Promise.all([sql`select 1`.execute(deps.db), deps.storage.ping()])
  } catch (error) {
    deps.log.warn({ err: error }, 'not ready')
    throw new AppError('server.unavailable', 503)
  }
}

/** Orders that are not settled yet, by status: what somebody on call wants to see fall. */
export function countOpenTransfers(deps: Deps): Promise<{ status: string; count: number }[]> {
  return deps.db
    .selectFrom('transfer')
    .where('status', 'in', ['pending', 'unknown', 'review'])
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute()
}
