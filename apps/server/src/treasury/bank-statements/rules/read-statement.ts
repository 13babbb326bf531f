import { AppError } from '../../../command/errors.ts'
import { checkSpreadsheet } from '../../../people/imports/rules/check-file.ts'
import { createReader } from '../../../workers/reading-thread.ts'
import type { ReadStatement, ReadTask } from './read-thread.ts'

const read = createReader<ReadTask, ReadStatement>(new URL('./read-thread.ts', import.meta.url), {
  time_limit_ms: 60_000,
  memory_limit_mb: 1024,
})

/** A zip or an old Excel file, whatever it is called. */
const isBinary = (bytes: Buffer) =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1')) ||
  bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'))

/**
 * Reads a statement, CSV or Excel by its content, in a thread with limits of time and memory. Throws `import.*` and
 * `statement.*` (422), at `file`.
 */
export async function readStatement(
  { name, bytes, ...wish }: Omit<ReadTask, 'is_csv' | 'bytes'> & { name: string; bytes: Buffer },
  signal: AbortSignal,
): Promise<ReadStatement> {
  const is_csv = /\.(csv|txt)$/i.test(name) && !isBinary(bytes)
  if (!is_csv && !/\.xlsx?$/i.test(name))
    throw new AppError('statement.wrong_extension', 422, { fields: { file: 'statement.wrong_extension' } })
  if (!is_csv) await checkSpreadsheet({ name, bytes })
  const { content } = await read({ bytes, is_csv, ...wish }, signal)
  return content
}
