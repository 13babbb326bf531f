import { Worker } from 'node:worker_threads'
import { AppError } from '../../../command/errors.ts'
import { checkSpreadsheet } from '../../../people/imports/rules/check-file.ts'
import type { ReadAnswer, ReadStatement, ReadTask } from './read-thread.ts'

const TIME_LIMIT_MS = 60_000
const limits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 }

function runThread(task: ReadTask, signal: AbortSignal): Promise<ReadAnswer> {
  if (signal.aborted) return Promise.resolve({ ok: false, code: 'import.abandoned' })
  return new Promise((done, fail) => {
    const thread = new Worker(new URL('./read-thread.ts', import.meta.url), {
      workerData: task,
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
  const turn = last.then(() => runThread({ bytes, is_csv, ...wish }, signal))
  last = turn.catch(() => undefined)
  const answer = await turn
  if (answer.ok) return answer.file
  throw new AppError(answer.code, 422, { fields: { file: answer.code } })
}
