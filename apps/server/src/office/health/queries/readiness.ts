import { setTimeout as sleep } from 'node:timers/promises'
import { UNRESOLVED_TRANSFERS } from '@quincena/domain/transfers/rules'
import { sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isTransferIn } from '../../../treasury/transfers/queries/transfer-predicates.ts'

const answerLimitMs = 3000

/**
 * Throws `server.unavailable` (503) unless the database answers within 3 s. Nothing else counts: where the file storage is
 * away most calls still work, and a proxy that took all processes out would stop them too.
 */
export async function requireReady(deps: Deps): Promise<void> {
  const limit = new AbortController()
  const late = sleep(answerLimitMs, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`No answer in ${answerLimitMs} ms`)
  })
  try {
    await Promise.race([sql`select 1`.execute(deps.db), late])
  } catch (error) {
    deps.log.warn({ err: error }, 'not ready')
    throw new AppError('server.unavailable', 503)
  } finally {
    late.catch(() => undefined)
    limit.abort()
  }
}

const remembered_s = 5

/**
 * Returns a check that repeats its answer, also a failure, for 5 s: anybody may call it, and the calls must not load the
 * database.
 */
export function rememberAnswer(clock: Deps['clock'], check: () => Promise<void>): () => Promise<void> {
  let last: { at: Temporal.Instant; answer: Promise<void> } | undefined
  return () => {
    const at = clock()
    if (last === undefined || Math.abs(at.since(last.at).total('seconds')) >= remembered_s)
      last = { at, answer: check() }
    return last.answer
  }
}

/** Counts the unresolved orders by status. */
export function countUnresolvedTransfers(db: Db): Promise<{ status: string; count: number }[]> {
  return db
    .selectFrom('transfer')
    .where(isTransferIn('transfer', UNRESOLVED_TRANSFERS))
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute()
}
