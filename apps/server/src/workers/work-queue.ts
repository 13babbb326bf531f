import { AppError } from '../command/errors.ts'
import { createFairQueue, type LaneLimits, type QueueRefusal } from './fair-queue.ts'

/** A thread or a process that does one job after another. */
export interface Runner<Job> {
  send: (job: Job) => void
  stop: () => void
}

/** The events of a runner. `onEnd` is called once, when it can do no more jobs. */
export interface RunnerEvents<Answer> {
  onReady: () => void
  onAnswer: (answer: Answer) => void
  onEnd: (error: Error) => void
}

/** The job took longer than its limit. */
export class JobTimeError extends Error {}

/** The runner ended in the middle of the job: it crashed, or used more memory than it may. */
export class JobCrashError extends Error {}

interface Place<Lane> {
  lane: Lane
  owner: string
  /** Aborts when the caller leaves; a job that still waits is then dropped. */
  signal?: AbortSignal | undefined
}

interface Entry<Lane, Job, Answer> extends Place<Lane> {
  job: Job
  answer: PromiseWithResolvers<Answer>
}

interface QueueOptions<Lane, Job, Answer> {
  /** From the most to the least urgent. */
  lanes: ReadonlyMap<Lane, LaneLimits>
  start: (events: RunnerEvents<Answer>) => Runner<Job>
  /** For one job, from when the runner receives it. */
  limit_ms: number
  /** For the start of a runner. */
  start_limit_ms?: number
}

const retryAfter_s = 3

const refusals: Record<QueueRefusal, () => AppError> = {
  lane_full: () => new AppError('files.busy', 503, { retry_after_s: retryAfter_s }),
  owner_full: () => new AppError('files.too_many', 429, { retry_after_s: retryAfter_s }),
}

/** One runner at a time: started for the first job, and again after it was stopped or crashed. */
function keepRunner<Job, Answer>(
  start: (events: RunnerEvents<Answer>) => Runner<Job>,
  events: RunnerEvents<Answer>,
) {
  let runner: Runner<Job> | undefined
  let is_ready = false
  function open() {
    is_ready = false
    // Ignores what a stopped runner still reports.
    const ifCurrent = (report: () => void) => () => void (fresh === runner && report())
    const fresh: Runner<Job> = start({
      onReady: ifCurrent(() => {
        is_ready = true
        events.onReady()
      }),
      onAnswer: (answer) => ifCurrent(() => events.onAnswer(answer))(),
      onEnd: (error) =>
        ifCurrent(() => {
          runner = undefined
          events.onEnd(is_ready ? new JobCrashError(error.message, { cause: error }) : error)
        })(),
    })
    runner = fresh
  }
  return {
    /** The runner, if it can take a job now; otherwise `onReady` or `onEnd` follows. */
    whenReady(): Runner<Job> | undefined {
      if (runner === undefined) open()
      return is_ready ? runner : undefined
    },
    stop() {
      const stopped = runner
      runner = undefined
      stopped?.stop()
    },
  }
}

/**
 * Runs jobs one at a time, in a fair order (`createFairQueue`). A job that exceeds its limit or crashes the runner
 * fails alone; the waiting jobs continue in a new runner. `run` throws `files.busy` (503) if the lane is full,
 * `files.too_many` (429) if the owner has too many jobs, `request.abandoned` (499) once the caller has left,
 * `JobTimeError`, `JobCrashError`, and the runner's own error if it cannot start.
 */
export function createWorkQueue<Lane extends string, Job, Answer>(options: QueueOptions<Lane, Job, Answer>) {
  const { lanes, limit_ms, start_limit_ms = 60_000 } = options
  const queue = createFairQueue<Lane, Entry<Lane, Job, Answer>>(lanes)
  let current: Entry<Lane, Job, Answer> | undefined
  let timer: NodeJS.Timeout | undefined
  const runner = keepRunner(options.start, {
    onReady: work,
    onAnswer: (answer) => finish(({ resolve }) => resolve(answer)),
    onEnd: (error) => finish(({ reject }) => reject(error)),
  })

  function finish(complete: (answer: PromiseWithResolvers<Answer>) => void) {
    clearTimeout(timer)
    const done = current
    current = undefined
    if (done !== undefined) complete(done.answer)
    advance()
  }

  function limit(ms: number, error: Error) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      runner.stop()
      finish(({ reject }) => reject(error))
    }, ms)
  }

  /** Sends the current job to the runner; a starting runner calls this when it is ready. */
  function work() {
    if (current === undefined) return
    const ready = runner.whenReady()
    if (ready === undefined) return limit(start_limit_ms, new Error('The runner did not start in time'))
    limit(limit_ms, new JobTimeError(`The job was stopped after ${limit_ms} ms`))
    ready.send(current.job)
  }

  function advance() {
    if (current !== undefined) return
    current = queue.take()
    work()
  }

  function run(job: Job, place: Place<Lane>): Promise<Answer> {
    const { signal } = place
    const entry = { ...place, job, answer: Promise.withResolvers<Answer>() }
    const abandon = () => {
      if (queue.remove(entry)) entry.answer.reject(new AppError('request.abandoned', 499))
    }
    const refusal = queue.add(entry)
    if (refusal !== null) return Promise.reject(refusals[refusal]())
    signal?.addEventListener('abort', abandon, { once: true })
    if (signal?.aborted) abandon()
    advance()
    return entry.answer.promise.finally(() => signal?.removeEventListener('abort', abandon))
  }

  return {
    run,
    waiting: queue.count,
    /** Starts the runner early, so that the first job does not wait for the start. */
    prepare: () => void runner.whenReady(),
  }
}
