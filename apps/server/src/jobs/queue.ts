import { fromKysely, PgBoss } from 'pg-boss'
import type { Trx } from '../command/deps.ts'
import { type JobLog, logFailure } from './job-failure.ts'

/** The data of each job. */
export interface JobData {
  'send-transfer': { transfer_id: number }
  'ask-transfer': { transfer_id: number }
  'ask-incoming-payment': { incoming_payment_id: number }
  'seal-contract': { loan_id: number }
  'issue-constancia': { loan_id: number }
  'finish-demo-contract': { loan_id: number }
  'send-mail': { to: string; subject: string; text: string }
  'send-push': { subscription_id: number; notification_id: number }
  'mail-link': { email: string; kind: 'invitation' | 'reset' }
  'close-day': Record<string, never>
  'forget-old-keys': Record<string, never>
  'reconcile-day': { operation_date: string }
  'reconcile-days': Record<string, never>
  'ask-balance': Record<string, never>
  'take-import': { import_id: number }
  'check-audit': Record<string, never>
  'answer-probe': { probe_id: number }
}
export type JobName = keyof JobData

const everyJob = {
  'send-transfer': true,
  'ask-transfer': true,
  'ask-incoming-payment': true,
  'seal-contract': true,
  'issue-constancia': true,
  'finish-demo-contract': true,
  'send-mail': true,
  'send-push': true,
  'mail-link': true,
  'close-day': true,
  'forget-old-keys': true,
  'reconcile-day': true,
  'reconcile-days': true,
  'ask-balance': true,
  'take-import': true,
  'check-audit': true,
  'answer-probe': true,
} satisfies Record<JobName, true>
const isJobName = (name: string): name is JobName => name in everyJob
export const jobNames = Object.keys(everyJob).filter(isJobName)

export interface Queue {
  /** Queues a job in the transaction: without its commit, the job does not exist. */
  send: <Name extends JobName>(trx: Trx, name: Name, data: JobData[Name]) => Promise<void>
  /** Queues many jobs that start after `after_s` seconds. */
  sendMany: <Name extends JobName>(
    trx: Trx,
    name: Name,
    many: { jobs: JobData[Name][]; after_s: number },
  ) => Promise<void>
  /** Queues a job unless one with the same key was queued within `hours`. */
  sendOnce: <Name extends JobName>(
    trx: Trx,
    name: Name,
    job: { data: JobData[Name]; key: string; hours: number },
  ) => Promise<void>
  work: <Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>) => Promise<void>
  schedule: (name: JobName, cron: string) => Promise<void>
  /** Runs the waiting jobs of a queue now; returns how many ran. */
  drain: <Name extends JobName>(
    name: Name,
    handler: (data: JobData[Name]) => Promise<void>,
  ) => Promise<number>
  stop: () => Promise<void>
}

// These retries last longer than half a day, so an outage of storage or mail of that length loses no job.
const retries = { retryLimit: 60, retryDelay: 2, retryBackoff: true, retryDelayMax: 900 }

// A job whose process sends no heartbeat for 30 seconds is given to another; the default is 15 minutes.
const signsOfLife = { heartbeatSeconds: 30 }

// Jobs of a kind that a process runs at once, so that one which STP or a push service does not answer delays no other.
const workers: Partial<Record<JobName, number>> = { 'send-transfer': 4, 'send-push': 4 }

// The metadata contains the retry limit.
const workOptions = { pollingIntervalSeconds: 2, includeMetadata: true } as const

/** Starts the queue, pg-boss, in the same database. Its errors and each failed attempt of a job are logged. */
export async function startQueue(url: string, log: JobLog): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    useListenNotify: true,
    max: 4,
    application_name: 'quincena queue',
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue'))
  await boss.start()
  for (const name of jobNames) await boss.createQueue(name, { notify: true, ...retries, ...signsOfLife })

  return {
    async send(trx, name, data) {
      await boss.send(name, data, { db: fromKysely(trx) })
    },
    async sendMany(trx, name, { jobs, after_s }) {
      if (jobs.length === 0) return
      await boss.insert(
        name,
        jobs.map((data) => ({ data, startAfter: after_s })),
        { db: fromKysely(trx) },
      )
    },
    async sendOnce(trx, name, { data, key, hours }) {
      const once = { singletonKey: key, singletonSeconds: hours * 3600 }
      await boss.send(name, data, { db: fromKysely(trx), ...once })
    },
    async work(name, handler) {
      for (let count = 0; count < (workers[name] ?? 1); count += 1) {
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
    async schedule(name, cron) {
      await boss.schedule(name, cron, {}, { tz: 'America/Mexico_City' })
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
