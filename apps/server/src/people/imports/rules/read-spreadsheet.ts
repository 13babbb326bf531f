import { AppError } from '../../../command/errors.ts'
import { startProcess } from '../../../workers/process-runner.ts'
import type { FileHead, ReadAnswer, ReadRequest, ReadTask, Refusal } from './read-process.ts'

/**
 * For one answer of the process, its start included. 50,000 rows take 6 s of processor time, and a busy machine gives a
 * process of low priority a tenth of a processor.
 */
const TIME_LIMIT_MS = 150_000
const options = { heap_mb: 1024, idle_ms: TIME_LIMIT_MS }

/** A file whose rows are validated while they are read. */
export interface ReadFile extends FileHead {
  /**
   * JSON of 250 rows each, so that no step parses the whole file at once: `[number, cells, form or null, problems or null]`
   * for each row. They can be read once.
   */
  batches: AsyncIterable<string>
}

type Reply = ReadAnswer | { failure: Error }

function refuse({ code, detail }: Refusal): never {
  throw new AppError(code, 422, detail === undefined ? {} : { detail })
}

/** Starts a process that reads one file, answer by answer; it ends when the signal aborts. */
function startReader(signal: AbortSignal) {
  const started = Promise.withResolvers<void>()
  let is_started = false
  let awaited = Promise.withResolvers<Reply>()
  const onEnd = (failure: Error) => {
    // A process that started ends by itself only if it has no memory left.
    awaited.resolve(is_started ? { ok: false, code: 'import.inflates' } : { failure })
    started.resolve()
  }
  const runner = startProcess<ReadRequest, ReadAnswer>(
    new URL('./read-process.ts', import.meta.url),
    options,
    {
      onReady: () => {
        is_started = true
        started.resolve()
      },
      onAnswer: (answer) => awaited.resolve(answer),
      onEnd,
    },
  )
  const abandon = () => awaited.resolve({ ok: false, code: 'import.abandoned' })
  signal.addEventListener('abort', abandon, { once: true })
  const tooSlow = () => awaited.resolve({ ok: false, code: 'import.too_slow' })

  async function ask(request: ReadRequest): Promise<Reply> {
    awaited = Promise.withResolvers()
    if (signal.aborted) abandon()
    const timer = setTimeout(tooSlow, TIME_LIMIT_MS)
    await Promise.race([started.promise, awaited.promise])
    runner.send(request)
    return awaited.promise.finally(() => clearTimeout(timer))
  }

  function stop() {
    signal.removeEventListener('abort', abandon)
    runner.stop()
  }
  return { ask, stop }
}

type Ask = ReturnType<typeof startReader>['ask']

async function* readBatches(ask: Ask): AsyncGenerator<string, void> {
  // The process validates the next rows while the reader uses these.
  let next = ask({ next: true })
  for (;;) {
    const reply = await next
    if ('failure' in reply) throw reply.failure
    if (!reply.ok) refuse(reply)
    if (!('batch' in reply)) throw new Error('the process that reads a file answered out of turn')
    if (!reply.is_last) next = ask({ next: true })
    yield reply.batch
    if (reply.is_last) return
  }
}

async function readWith<Answer>(
  task: ReadTask,
  signal: AbortSignal,
  use: (file: ReadFile) => Promise<Answer>,
): Promise<Answer> {
  if (signal.aborted) refuse({ ok: false, code: 'import.abandoned' })
  const { ask, stop } = startReader(signal)
  try {
    const reply = await ask(task)
    if ('failure' in reply) throw reply.failure
    if (!reply.ok) refuse(reply)
    if (!('head' in reply)) throw new Error('the process that reads a file answered out of turn')
    return await use({ ...reply.head, batches: readBatches(ask) })
  } finally {
    stop()
  }
}

// One file at a time per process, so that the memory that it takes is limited.
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a checked file and validates its rows in a process of their own with limits of time and memory: other requests do
 * not wait, and the server needs no memory for the rows. `use` gets the file and must read it before it resolves. Stops
 * when `signal` aborts. Throws `import.*` (422) with the text to show, also while the batches are read.
 */
export function readSpreadsheet<Answer>(
  task: ReadTask,
  signal: AbortSignal,
  use: (file: ReadFile) => Promise<Answer>,
): Promise<Answer> {
  const turn = last.then(() => readWith(task, signal, use))
  last = turn.catch(() => undefined)
  return turn
}
