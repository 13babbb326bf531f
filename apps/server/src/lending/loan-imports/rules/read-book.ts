import type { ReadBook } from '@quincena/domain/loan-imports/read-book'
import { checkSpreadsheet } from '../../../people/imports/rules/check-file.ts'
import { createReader } from '../../../workers/reading-thread.ts'

const read = createReader<Uint8Array, ReadBook>(new URL('./read-book-thread.ts', import.meta.url), {
  time_limit_ms: 150_000,
  memory_limit_mb: 1536,
})

/**
 * Reads a workbook of loans in a thread with limits of time and memory. Throws `import.*` and
 * `loan_import.too_many_rows` (422), at `file`.
 */
export async function readBook(
  file: { name: string; bytes: Buffer },
  signal: AbortSignal,
): Promise<ReadBook> {
  await checkSpreadsheet(file)
  return read(file.bytes, signal)
}
