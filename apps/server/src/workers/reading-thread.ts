import { Worker } from 'node:worker_threads'
import type { MessageCode } from '@quincena/domain/messages'
import { AppError } from '../command/errors.ts'

type Refusal = { ok: false; code: MessageCode }

/** What a thread reads of a file, with the list that may be long apart from the rest, or why it could not. */
export type Reading<Content, Item = never> = { ok: true; content: Content; items: readonly Item[] } | Refusal

/** What the thread posts: the content, and then the items in portions, each when a message asks for it. */
export type Posted<Content, Item> =
  | Refusal
  | { ok: true; content: Content; items_total: number }
  | { items: readonly Item[] }

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

/** Takes the items in portions, so that requests run between them. */
function receive<Content, Item>(thread: Worker, done: (reading: Reading<Content, Item>) => void) {
  const items: Item[] = []
  let head: { content: Content; items_total: number } | undefined
  thread.on('message', (posted: Posted<Content, Item>) => {
    if ('items' in posted) for (const item of posted.items) items.push(item)
    else if (posted.ok) head = posted
    else return done(posted)
    if (head === undefined) return
    if (items.length < head.items_total) thread.postMessage('next')
    else done({ ok: true, content: head.content, items })
  })
}

function runThread<Task, Content, Item>({
  script,
  task,
  limits,
  signal,
}: Run<Task>): Promise<Reading<Content, Item>> {
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
    receive(thread, done)
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
export function createReader<Task, Content, Item = never>(script: URL, limits: ReadingLimits) {
  let last: Promise<unknown> = Promise.resolve()
  return async (task: Task, signal: AbortSignal): Promise<{ content: Content; items: readonly Item[] }> => {
    const turn = last.then(() => runThread<Task, Content, Item>({ script, task, limits, signal }))
    last = turn.catch(() => undefined)
    const answer = await turn
    if (answer.ok) return answer
    throw new AppError(answer.code, 422, { fields: { file: answer.code } })
  }
}
