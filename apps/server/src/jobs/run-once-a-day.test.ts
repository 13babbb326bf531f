import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { runOnceADay } from './run-once-a-day.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  await ctx.deps.db.deleteFrom('daily_run').execute()
})

const runs = async () => {
  const rows = await ctx.deps.db.selectFrom('daily_run').select(['job', 'day']).orderBy('day').execute()
  return rows.map(({ job, day }) => `${job} ${day}`)
}

/** Work that counts its runs, and ends when `release` is called. */
function countedWork() {
  const began = Promise.withResolvers<void>()
  const { promise, resolve: release, reject: fail } = Promise.withResolvers<void>()
  const seen = { count: 0 }
  const work = async () => {
    seen.count += 1
    began.resolve()
    await promise
  }
  return { seen, work, began: began.promise, release, fail }
}

test('runs the work once a day, and again on the next day', async () => {
  const { seen, work, release } = countedWork()
  release()
  await runOnceADay(ctx.deps, 'close-day', work)
  // 23:59 of the same day in Mexico City.
  ctx.setNow('2026-11-21T05:59:00Z')
  await runOnceADay(ctx.deps, 'close-day', work)
  expect(seen.count).toBe(1)
  ctx.setNow('2026-11-21T06:00:00Z')
  await runOnceADay(ctx.deps, 'close-day', work)
  expect(seen.count).toBe(2)
  await runOnceADay(ctx.deps, 'sum-due-dates', work)
  expect(seen.count).toBe(3)
  expect(await runs()).toEqual(['close-day 2026-11-20', 'close-day 2026-11-21', 'sum-due-dates 2026-11-21'])
})

test('runs it in one of two processes that start together; the other waits and does nothing', async () => {
  const { seen, work, began, release } = countedWork()
  const both = [runOnceADay(ctx.deps, 'close-day', work), runOnceADay(ctx.deps, 'close-day', work)]
  await began
  await sleep(300)
  expect(seen.count).toBe(1)
  release()
  await Promise.all(both)
  expect(seen.count).toBe(1)
})

test('keeps no mark of a run that fails: the next one does the work', async () => {
  const failing = countedWork()
  const failed = expect(runOnceADay(ctx.deps, 'close-day', failing.work)).rejects.toThrow('no disk')
  await failing.began
  failing.fail(new Error('no disk'))
  await failed
  expect(await runs()).toEqual([])
  const next = countedWork()
  next.release()
  await runOnceADay(ctx.deps, 'close-day', next.work)
  expect(next.seen.count).toBe(1)
})

test('gives the work to a waiting process when the connection of the running one dies', async () => {
  const killed = countedWork()
  const dying = expect(runOnceADay(ctx.deps, 'close-day', killed.work)).rejects.toThrow()
  await killed.began
  const next = countedWork()
  next.release()
  const waiting = runOnceADay(ctx.deps, 'close-day', next.work)
  await sleep(200)
  expect(next.seen.count).toBe(0)
  await sql`select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and state = 'idle in transaction' and datname = current_database()`.execute(
    ctx.superuser,
  )
  await waiting
  expect(next.seen.count).toBe(1)
  killed.release()
  await dying
  expect(await runs()).toEqual(['close-day 2026-11-20'])
})

test('of a run for yesterday that ends after midnight marks yesterday, and today is run by the one that waited', async () => {
  ctx.setNow('2026-11-21T05:59:00Z')
  const late = countedWork()
  const yesterday = runOnceADay(ctx.deps, 'close-day', late.work)
  await late.began
  ctx.setNow('2026-11-21T06:10:00Z')
  const next = countedWork()
  next.release()
  const today = runOnceADay(ctx.deps, 'close-day', next.work)
  late.release()
  await Promise.all([yesterday, today])
  expect(next.seen.count).toBe(1)
  expect(await runs()).toEqual(['close-day 2026-11-20', 'close-day 2026-11-21'])
})
