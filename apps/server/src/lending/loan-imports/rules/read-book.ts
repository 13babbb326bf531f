import type { ReadBook, ReadLoan } from '@quincena/domain/loan-imports/read-book'
import { checkSpreadsheet } from '../../../people/imports/rules/check-file.ts'
import { createReader } from '../../../workers/reading-thread.ts'
import type { BookHead } from './read-book-thread.ts'

const read = createReader<Uint8Array, BookHead, ReadLoan>(new URL('./read-book-thread.ts', import.meta.url), {
  time_limit_ms: 150_000,
  memory_limit_mb: 1536,
})

/**
 * Reads a workbook of loans in a thread with limits of time and memory, and its SHA-256. Throws `import.*` and
 * `loan_import.too_many_rows` (422), at `file`.
 */
export async function readBook(
  file: { name: string; bytes: Buffer },
  signal: AbortSignal,
): Promise<{ book: ReadBook; sha256: Buffer }> {
  await checkSpreadsheet(file)
  const { content, items } = await read(file.bytes, signal)
  const { sha256, ...head } = content
  return { book: { ...head, loans: [...items] }, sha256: Buffer.from(sha256, 'hex') }
}
