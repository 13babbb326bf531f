import { setTimeout as sleep } from 'node:timers/promises'
import { businessDay } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { isoOf } from '../command/clock.ts'
import { tryLock } from '../db/locks.ts'
import type { Trx } from '../db/types.ts'
import type { Deps } from '../deps.ts'

/** Between two looks at a run of another process. */
const pause_ms = 2000
/** A third of the limit of an idle transaction. */
const sign_of_life_ms = 20_000

type Running = Pick<Deps, 'db' | 'clock'>

async function hasEnded(trx: Trx, job: string, day: string): Promise<boolean> {
  const run = trx.selectFrom('daily_run').select('job').where('job', '=', job).where('day', '=', day)
  return (await run.executeTakeFirst()) !== undefined
}

/**
 * Runs the work and keeps the transaction, which is idle meanwhile, within the database's limit for idle ones. A process
 * that is gone without a word loses its lock after that limit.
 */
async function whileBusy(trx: Trx, work: () => Promise<unknown>): Promise<void> {
  const timer = setInterval(() => sql`select 1`.execute(trx).catch(() => undefined), sign_of_life_ms)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Runs the work if nobody else does at this moment, and marks the day; false if another process runs it. The transaction
 * holds the lock as long as the work runs, which has transactions of its own.
 */
async function runAlone(
  deps: Running,
  trx: Trx,
  { job, work }: { job: string; work: () => Promise<unknown> },
) {
  if (!(await tryLock(trx, { record: 'daily_run', key: job }))) return false
  const began_at = isoOf(deps.clock())
  const day = businessDay(began_at)
  if (await hasEnded(trx, job, day)) return true
  await whileBusy(trx, work)
  await trx
    .insertInto('daily_run')
    .values({ job, day, began_at, ended_at: isoOf(deps.clock()) })
    .execute()
  return true
}

/**
 * Runs a job's work unless it ended today, and marks the business day when it ends. Of several processes one runs it;
 * the others wait for its end, so that a run for yesterday that lasts until after midnight does not take today's place.
 * A run that fails or is killed leaves no mark, and the next one does the work.
 */
export async function runOnceADay(deps: Running, job: string, work: () => Promise<unknown>): Promise<void> {
  const run = () => deps.db.transaction().execute((trx) => runAlone(deps, trx, { job, work }))
  while (!(await run())) await sleep(pause_ms, undefined, { ref: false })
}
