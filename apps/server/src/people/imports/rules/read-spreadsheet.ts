import { Worker } from 'node:worker_threads'
import { AppError } from '../../../command/errors.ts'
import type { ReadAnswer, ReadFile, ReadTask } from './read-thread.ts'

const TIME_LIMIT_MS = 60_000
const abandoned: ReadAnswer = { ok: false, code: 'import.abandoned' }
const limits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 }

function runThread(task: ReadTask, signal: AbortSignal): Promise<ReadAnswer> {
  if (signal.aborted) return Promise.resolve(abandoned)
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
    const abandon = () => stop(abandoned)
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
 * Reads a checked file and validates its rows in a thread with limits of time and memory, so that other requests do not
 * wait. Stops when `signal` aborts. Throws `import.*` (422) with the text to show.
 */
export async function readSpreadsheet(task: ReadTask, signal: AbortSignal): Promise<ReadFile> {
  const turn = last.then(() => runThread(task, signal))
  last = turn.catch(() => undefined)
  const answer = await turn
  if (answer.ok) return answer.file
  const { code, detail } = answer
  throw new AppError(code, 422, detail === undefined ? {} : { detail })
}
