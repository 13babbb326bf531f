import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { MovementRow } from '../commands/post-movement.ts'

/** Locks a movement until the transaction ends. Throws `cash_movement.not_found` (404). */
export async function lockMovement(trx: Trx, id: number): Promise<MovementRow> {
  const row = await trx
    .selectFrom('cash_movement')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('cash_movement.not_found', 404)
  return row
}

/**
 * Locks a movement of unknown purpose; undefined if somebody has said what it was, or it is none. Throws
 * `cash_movement.not_found` (404).
 */
export async function lockOpenUnknown(trx: Trx, id: number): Promise<MovementRow | undefined> {
  const row = await lockMovement(trx, id)
  if (row.kind !== 'unknown' || row.reverses_id !== null || row.reversed_at !== null) return undefined
  const settled = await trx
    .selectFrom('cash_movement')
    .select('id')
    .where('settles_id', '=', id)
    .where('reverses_id', 'is', null)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  return settled === undefined ? row : undefined
}

/** True if a movement in force has the tracking key, or one of our orders. */
export async function isKeyUsed(trx: Trx, tracking_key: string): Promise<boolean> {
  const own = await trx
    .selectFrom('cash_movement')
    .select('id')
    .where('tracking_key', '=', tracking_key)
    .where('reverses_id', 'is', null)
    .where('reversed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (own !== undefined) return true
  const order = await trx
    .selectFrom('transfer')
    .select('id')
    .where('tracking_key', '=', tracking_key)
    .limit(1)
    .executeTakeFirst()
  if (order !== undefined) return true
  const receipt = await trx
    .selectFrom('incoming_payment')
    .select('id')
    .where('tracking_key', '=', tracking_key)
    .where('booked_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return receipt !== undefined
}

/** Throws `cash_movement.file_unknown` (422, at `file`) unless the user uploaded the file. */
export async function requireOwnFile(trx: Trx, user_id: number, file: string): Promise<void> {
  const found = await trx
    .selectFrom('cash_movement_file')
    .select('id')
    .where('id', '=', file)
    .where('uploaded_by', '=', user_id)
    .executeTakeFirst()
  if (found === undefined)
    throw new AppError('cash_movement.file_unknown', 422, { fields: { file: 'cash_movement.file_unknown' } })
}
