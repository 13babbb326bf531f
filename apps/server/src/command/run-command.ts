import { tryLockAndRead } from '../db/locks.ts'
import { writeLater } from '../db/outbox-writer.ts'
import type { Trx } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import { isoOf } from './clock.ts'
import type { CommandContext, IdempotencyRequest } from './context.ts'
import { AppError } from './errors.ts'

type Once = IdempotencyRequest & { caller_id: number }

/** Locks the key until the transaction ends, and reads the answer to an earlier request with it. */
async function lockKey(trx: Trx, once: Once) {
  const key = `${once.caller_id} ${once.method} ${once.path} ${once.key}`
  const stored = trx
    .selectFrom('idempotency_key')
    .select(['body_sha256', 'answer'])
    .where('caller_id', '=', once.caller_id)
    .where('method', '=', once.method)
    .where('path', '=', once.path)
    .where('key', '=', once.key)
  const rows = await tryLockAndRead(trx, { record: 'idempotency_key', key }, stored)
  if (rows === null) throw new AppError('idempotency_in_progress', 409)
  const [row] = rows
  if (row !== undefined && !row.body_sha256.equals(once.body_sha256))
    throw new AppError('idempotency_key_reused', 422)
  return row
}

/**
 * Runs a command in one transaction. An idempotency key is stored in the same transaction, so it exists exactly if the
 * command was carried out; the same request again gets the first result (`context.replayed`). The result must survive
 * JSON. Throws `idempotency_in_progress` (409), `idempotency_key_reused` (422).
 */
export function runCommand<T extends object>(
  deps: Deps,
  context: CommandContext,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { idempotency } = context
  return deps.db.transaction().execute(async (trx) => {
    if (idempotency === undefined) return work(trx)
    const once = { ...idempotency, caller_id: context.user.id }
    const earlier = await lockKey(trx, once)
    if (earlier !== undefined) {
      context.replayed = true
      // The row was written below from a value of this type.
      return earlier.answer as unknown as T
    }
    const answer = await work(trx)
    const row = { ...once, answer: JSON.stringify(answer), created_at: isoOf(deps.clock()) }
    await writeLater(trx, trx.insertInto('idempotency_key').values(row))
    return answer
  })
}

/**
 * Deletes the key of a request whose command was carried out and whose effect after the commit failed: the same request
 * then runs again, as after an error.
 */
export async function forgetKey(deps: Deps, context: CommandContext): Promise<void> {
  const { idempotency, user } = context
  if (idempotency === undefined) return
  await deps.db
    .deleteFrom('idempotency_key')
    .where('caller_id', '=', user.id)
    .where('method', '=', idempotency.method)
    .where('path', '=', idempotency.path)
    .where('key', '=', idempotency.key)
    .where('keep', '=', false)
    .execute()
  context.replayed = false
}

/** Deletes idempotency keys after 48 hours, except those of commands that move money. */
export async function purgeIdempotencyKeys(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: 48 }))
  await deps.db
    .deleteFrom('idempotency_key')
    .where('keep', '=', false)
    .where('created_at', '<', limit)
    .execute()
}
