import { Worker } from 'node:worker_threads'
import type { MessageCode } from '@quincena/domain/messages'
import { AppError } from '../command/errors.ts'

/** What a thread that reads a file answers: what it read, or why it could not. */
export type Reading<Content> = { ok: true; content: Content } | { ok: false; code: MessageCode }

/** What reading one file may take. */
interface ReadingLimits {
  time_limit_ms: number
  memory_limit_mb: number
}

interface Run<Task> {
  script: URL
  task: Task
  limits: ReadingLimits
  signal: AbortSignal
}

function runThread<Task, Content>({ script, task, limits, signal }: Run<Task>): Promise<Reading<Content>> {
  if (signal.aborted) return Promise.resolve({ ok: false, code: 'import.abandoned' })
  return new Promise((done, fail) => {
    const thread = new Worker(script, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: limits.memory_limit_mb, maxYoungGenerationSizeMb: 64 },
      execArgv: [],
    })
    const stop = (code: MessageCode) => {
      void thread.terminate()
      done({ ok: false, code })
    }
    const abandon = () => stop('import.abandoned')
    signal.addEventListener('abort', abandon, { once: true })
    const timer = setTimeout(() => stop('import.too_slow'), limits.time_limit_ms)
    thread.once('message', (answer: Reading<Content>) => done(answer))
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

/**
 * Reads files in threads that run `script`, which calls `answerReading`: one file at a time per process, so that the
 * memory that it takes is limited. The returned function throws the thread's code, `import.abandoned` after an abort,
 * `import.too_slow` and `import.inflates` (422), at `file`.
 */
export function createReader<Task, Content>(script: URL, limits: ReadingLimits) {
  let last: Promise<unknown> = Promise.resolve()
  return async (task: Task, signal: AbortSignal): Promise<Content> => {
    const turn = last.then(() => runThread<Task, Content>({ script, task, limits, signal }))
    last = turn.catch(() => undefined)
    const answer = await turn
    if (answer.ok) return answer.content
    throw new AppError(answer.code, 422, { fields: { file: answer.code } })
  }
}
