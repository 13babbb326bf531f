import { createHash } from 'node:crypto'
import type { Trx } from '../db/types.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { Deps } from '../deps.ts'
import type { CommandContext } from './context.ts'
import { runCommand } from './run-command.ts'

/** A checked file, where it is stored, the form's other fields, and what writes its row. */
interface Upload<T> {
  storage_key: string
  media_type: string
  bytes: Uint8Array
  fields: Record<string, string | number | null | undefined>
  work: (trx: Trx) => Promise<T>
}

/**
 * Removes a file without a row. A failure is only logged, because the file just takes space; it must not hide another
 * error.
 */
async function removeStoredFile(deps: Deps, storage_key: string) {
  await deps.storage.remove(storage_key).catch((err: unknown) => {
    deps.log.warn({ err, storage_key }, 'the file of an upload that was not kept could not be removed')
  })
}

/**
 * Stores a file, then runs the command that writes its row; the file is removed if the command fails or returns an
 * earlier result. The body of an idempotency key is the file and the fields, because a form has no JSON. Throws as
 * `runCommand`.
 */
export async function runUpload<T extends object>(
  deps: Deps,
  context: CommandContext,
  { storage_key, media_type, bytes, fields, work }: Upload<T>,
): Promise<T> {
  if (context.idempotency !== undefined)
    context.idempotency.body_sha256 = createHash('sha256')
      .update(JSON.stringify(fields))
      .update(bytes)
      .digest()
  await deps.storage.put(storage_key, bytes, media_type)
  try {
    const answer = await runCommand(deps, context, work)
    if (context.replayed === true) await removeStoredFile(deps, storage_key)
    return answer
  } catch (error) {
    // If the connection broke, the transaction may have been committed: then the row may need the file.
    if (!isUnavailable(error)) await removeStoredFile(deps, storage_key)
    throw error
  }
}
