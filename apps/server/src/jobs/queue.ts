import { sql } from 'kysely'
import { fromKysely, getConstructionPlans, PgBoss } from 'pg-boss'
import { queueSchema } from '../db/roles.ts'
import type { Trx } from '../db/types.ts'
import { type JobLog, logFailure } from './job-failure.ts'

/** Job name -> its data. Empty here: each feature adds its jobs where it defines them, in its `jobs.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it by declaration merging
export interface JobData {}
export type JobName = keyof JobData

type Handler<Name extends JobName> = (data: JobData[Name]) => Promise<void>

interface Schedule {
  name: JobName
  cron: string
}

export interface Queue {
  /** Queues a job in the transaction: without its commit, the job does not exist. */
  send: <Name extends JobName>(trx: Trx, name: Name, data: JobData[Name]) => Promise<void>
  /** Queues many jobs, each of which starts after so many seconds. */
  sendMany: <Name extends JobName>(
    trx: Trx,
    name: Name,
    jobs: readonly { data: JobData[Name]; after_s: number }[],
  ) => Promise<void>
  /** Queues a job unless one with the same key was queued within `hours`. */
  sendOnce: <Name extends JobName>(
    trx: Trx,
    name: Name,
    job: { data: JobData[Name]; key: string; hours: number },
  ) => Promise<void>
  /** Runs the jobs of this name as they come, at most `workers` at once. */
  work: <Name extends JobName>(name: Name, handler: Handler<Name>, workers?: number) => Promise<void>
  /** Replaces all schedules: each job is queued at its cron times of Mexico City, and no other. */
  setSchedules: (schedules: readonly Schedule[]) => Promise<void>
  /** Lets failed jobs of this name run once more, in the transaction; does nothing to others. */
  retry: (trx: Trx, name: string, ids: readonly string[]) => Promise<void>
  /** Runs the waiting jobs of a queue now; returns how many ran. */
  drain: <Name extends JobName>(name: Name, handler: Handler<Name>) => Promise<number>
  stop: () => Promise<void>
}

// These retries last longer than half a day, so an outage of storage or mail of that length loses no job.
const retries = { retryLimit: 60, retryDelay: 2, retryBackoff: true, retryDelayMax: 900 }

// A job whose process sends no heartbeat for 30 seconds is given to another; the default is 15 minutes.
const heartbeat = { heartbeatSeconds: 30 }

const queueOptions = { notify: true, ...retries, ...heartbeat }

// The metadata contains the retry limit.
const workOptions = { pollingIntervalSeconds: 2, includeMetadata: true } as const

const schemaOf = sql.id(queueSchema)

/** Makes the queue's tables inside the transaction, as its current user; `startQueue` would use its own connections. */
export async function installQueue(trx: Trx): Promise<void> {
  const found = await sql<{ is_there: boolean }>`
    select to_regclass(${`${queueSchema}.version`}) is not null as is_there`.execute(trx)
  if (found.rows[0]?.is_there) return
  // The plan is a transaction of its own.
  const plan = getConstructionPlans(queueSchema, { createSchema: false })
  await sql.raw(plan.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')).execute(trx)
  await sql`set local lock_timeout = 0`.execute(trx)
}

/** Makes the named queues inside the transaction; those that exist stay as they are. */
export async function addQueues(trx: Trx, names: readonly string[]): Promise<void> {
  const options = JSON.stringify({ ...queueOptions, policy: 'standard' })
  for (const name of names)
    await sql`select ${schemaOf}.create_queue(${name}, ${options}::jsonb)`.execute(trx)
}

interface QueueOptions {
  /** The jobs that are sent. */
  names: readonly JobName[]
  /** False: this process only sends jobs. It neither keeps the schedules nor cares for the queue's tables. */
  works?: boolean
}

/**
 * Starts the queue, pg-boss, in the same database. Its errors and each failed attempt of a job are logged.
 */
export async function startQueue(
  url: string,
  log: JobLog,
  { names, works = true }: QueueOptions,
): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: queueSchema,
    createSchema: false, // a migration makes it
    useListenNotify: works,
    supervise: works,
    schedule: works,
    max: 4,
    application_name: 'quincena queue',
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  await boss.start()
  for (const name of names) await boss.createQueue(name, queueOptions)

  return {
    async send(trx, name, data) {
      await boss.send(name, data, { db: fromKysely(trx) })
    },
    async sendMany(trx, name, jobs) {
      if (jobs.length === 0) return
      await boss.insert(
        name,
        jobs.map(({ data, after_s }) => ({ data, startAfter: after_s })),
        { db: fromKysely(trx) },
      )
    },
    async sendOnce(trx, name, { data, key, hours }) {
      const once = { singletonKey: key, singletonSeconds: hours * 3600 }
      await boss.send(name, data, { db: fromKysely(trx), ...once })
    },
    async work(name, handler, workers = 1) {
      for (let count = 0; count < workers; count += 1) {
        const id = await boss.work<JobData[typeof name], void, typeof workOptions>(
          name,
          workOptions,
          async ([job]) => {
            // Makes the worker fetch the next job at once; otherwise it would sleep until it is notified, even if jobs
            // wait.
            boss.notifyWorker(id)
            if (job === undefined) return
            try {
              await handler(job.data)
            } catch (error) {
              logFailure(log, job, error)
              throw error
            }
          },
        )
      }
    },
    async setSchedules(schedules) {
      const cronOf = new Map<string, string>(schedules.map(({ name, cron }) => [name, cron]))
      const stored = await boss.getSchedules()
      for (const { name } of stored) if (!cronOf.has(name)) await boss.unschedule(name)
      for (const [name, cron] of cronOf) await boss.schedule(name, cron, {}, { tz: 'America/Mexico_City' })
    },
    async retry(trx, name, ids) {
      await boss.retry(name, [...ids], { db: fromKysely(trx) })
    },
    async drain(name, handler) {
      let count = 0
      for (;;) {
        const [job] = await boss.fetch<JobData[typeof name]>(name)
        if (job === undefined) return count
        await handler(job.data)
        await boss.complete(name, job.id)
        count += 1
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
