import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { tracedJob } from '../integrations/tracing/spans.ts'
import type { JobData, JobName } from './queue.ts'
import { runOnceADay } from './run-once-a-day.ts'

interface JobDefinition<Data> {
  /** Parses the data when the job runs, because an older version may have queued it. */
  data: z.ZodType<Data>
  /** Times of Mexico City at which the job is queued without data. */
  cron?: string
  /** True: also queued at every start of a server. */
  at_start?: true
  /** True: a worker runs it only if it did not end today in any process, and in one process at a time. */
  once_a_day?: true
  /** How many jobs of this name one process runs at once; default 1. */
  workers?: number
  /** A job may run twice, so this must be idempotent. */
  run: (deps: Deps, data: Data) => Promise<unknown>
}

export interface Job extends Pick<JobDefinition<unknown>, 'cron' | 'at_start' | 'once_a_day' | 'workers'> {
  name: JobName
  run: (deps: Deps, data: unknown) => Promise<void>
}

/** A timer that looks for work in the tables, so that recovery does not depend on the queue. */
export interface Sweep {
  name: string
  every_ms: number
  /** The signal is aborted when the process stops: a long run ends after its current step. */
  run: (deps: Deps, signal: AbortSignal) => Promise<void>
}

/** The schema of a job without data. */
export const noData = z.object({}).transform((): Record<string, never> => ({}))

/** Defines a queued job. Its name and data are declared beside it, in `JobData`. */
export function defineJob<Name extends JobName>(
  name: Name,
  { data: schema, run, ...options }: JobDefinition<JobData[Name]>,
): Job {
  return {
    ...options,
    name,
    async run(deps, data) {
      await run(deps, schema.parse(data))
    },
  }
}

const isSweep = (job: Job | Sweep): job is Sweep => 'every_ms' in job

/** Returns the queued jobs of a list: all but the sweeps. */
export const queuedJobs = (all: readonly (Job | Sweep)[]) => all.filter((job): job is Job => !isSweep(job))

export const jobNames = (all: readonly (Job | Sweep)[]) => queuedJobs(all).map(({ name }) => name)

/** Less than main.ts has for closing everything; a run that takes longer is cut off, as by a kill. */
const stopLimit_ms = 8_000

/** Repeats a sweep; returns the function that stops it and waits for its run. */
function repeat(deps: Deps, { name, every_ms, run }: Sweep): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const runOnce = async () => {
    await run(deps, stopping.signal).catch((error: unknown) =>
      deps.log.error({ err: error }, `${name} failed`),
    )
    running = undefined
  }
  const startRun = () => {
    running ??= runOnce()
  }
  startRun()
  const timer = setInterval(startRun, every_ms)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await Promise.race([running, sleep(stopLimit_ms, undefined, { ref: false })])
  }
}

/** What a worker runs for a job. */
const handlerOf = (deps: Deps, { name, once_a_day, run }: Job) =>
  once_a_day
    ? (data: unknown) => tracedJob(name, () => runOnceADay(deps, name, () => run(deps, data)))
    : (data: unknown) => tracedJob(name, () => run(deps, data))

/**
 * Starts workers, schedules and sweeps in this process; returns the function that stops the sweeps and waits up to 8 s for
 * their runs. It queues the jobs of the start, such as the daily close for days missed while the server was off, and does
 * not wait for them.
 */
export async function startJobs(deps: Deps, all: readonly (Job | Sweep)[]): Promise<() => Promise<void>> {
  const { queue } = deps
  const jobs = queuedJobs(all)
  await queue.setSchedules(jobs.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ name, cron }])))
  for (const job of jobs) await queue.work(job.name, handlerOf(deps, job), job.workers)
  await deps.db.transaction().execute(async (trx) => {
    for (const { name, at_start } of jobs) if (at_start) await queue.send(trx, name, {})
  })
  const stops = all.filter(isSweep).map((sweep) => repeat(deps, sweep))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
