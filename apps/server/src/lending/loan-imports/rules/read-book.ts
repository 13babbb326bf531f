import { Worker } from 'node:worker_threads'
import type { ReadBook } from '@quincena/domain/loan-imports/read-book'
import { AppError } from '../../../command/errors.ts'
import { checkSpreadsheet } from '../../../people/imports/rules/check-file.ts'
import type { ReadAnswer } from './read-book-thread.ts'

const TIME_LIMIT_MS = 150_000
const limits = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 64 }

function runThread(bytes: Uint8Array, signal: AbortSignal): Promise<ReadAnswer> {
  if (signal.aborted) return Promise.resolve({ ok: false, code: 'import.abandoned' })
  return new Promise((done, fail) => {
    const thread = new Worker(new URL('./read-book-thread.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: limits,
      execArgv: [],
    })
    const stop = (answer: ReadAnswer) => {
      void thread.terminate()
      done(answer)
    }
    const abandon = () => stop({ ok: false, code: 'import.abandoned' })
    signal.addEventListener('abort', abandon, { once: true })
    const timer = setTimeout(() => stop({ ok: false, code: 'import.too_slow' }), TIME_LIMIT_MS)
    thread.once('message', (answer: ReadAnswer) => done(answer))
    thread.once('error', (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        done({ ok: false, code: 'import.inflates' })
      else fail(error)
    })
    thread.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abandon)
      fail(new Error('the reading thread ended without an answer'))
    })
  })
}

// One file at a time per process, so that the memory that it takes is limited.
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a workbook of loans in a thread with limits of time and memory. Throws `import.*` and
 * `loan_import.too_many_rows` (422), at `file`.
 */
export async function readBook(
  file: { name: string; bytes: Buffer },
  signal: AbortSignal,
): Promise<ReadBook> {
  await checkSpreadsheet(file)
  const turn = last.then(() => runThread(file.bytes, signal))
  last = turn.catch(() => undefined)
  const answer = await turn
  if (answer.ok) return answer.book
  throw new AppError(answer.code, 422, { fields: { file: answer.code } })
}
