import { createHash, randomUUID } from 'node:crypto'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Deps } from '../../../deps.ts'

/** A checked file: an image without its metadata, or a PDF that opens. */
export interface MovementFile {
  name: string
  media_type: string
  bytes: Uint8Array
}

/** The storage key of a movement's file. */
export const movementFileKey = (id: string) => `cash-movements/${id}`

/** Stores a file before its movement is requested. One that no movement names stays without effect. */
export async function storeFile(
  deps: Deps,
  { user }: CommandContext,
  { name, media_type, bytes }: MovementFile,
) {
  const id = randomUUID()
  await deps.storage.put(movementFileKey(id), bytes, media_type)
  const row = { file_name: name.slice(-120), size_bytes: bytes.byteLength }
  await deps.db
    .insertInto('cash_movement_file')
    .values({
      ...{ id, ...row, media_type, uploaded_by: user.id, created_at: isoOf(deps.clock()) },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    .execute()
  return { file: id, ...row }
}
