import { createHash, randomUUID } from 'node:crypto'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { runUpload } from '../../../command/run-upload.ts'
import type { Trx } from '../../../db/types.ts'
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
  context: CommandContext,
  { name, media_type, bytes }: MovementFile,
) {
  const id = randomUUID()
  const file_name = name.slice(-120)
  const row = { file_name, size_bytes: bytes.byteLength }
  const file = { storage_key: movementFileKey(id), media_type, bytes, fields: { file_name } }
  const work = async (trx: Trx) => {
    await trx
      .insertInto('cash_movement_file')
      .values({
        ...{ id, ...row, media_type, uploaded_by: context.user.id, created_at: isoOf(deps.clock()) },
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
      .execute()
    return { file: id, ...row }
  }
  return runUpload(deps, context, { ...file, work })
}
