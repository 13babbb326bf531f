import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { serverJobs } from '../../test/jobs.ts'
import { findLoan, makeActiveLoan } from '../../test/loans.ts'
import { isoOf } from '../command/clock.ts'
import { defineJob, startJobs } from './registry.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow('2026-11-20T16:00:00Z')
})

/** Locks the table of loans until the returned function is called. */
async function holdLoans() {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const over = ctx.deps.db.transaction().execute(async (trx) => {
    await sql`lock table loan in access exclusive mode`.execute(trx)
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await over
  }
}

test('starts without waiting for the daily close, which still closes the missed days', async () => {
  const { loan } = await makeActiveLoan(ctx)
  // 20 December 2026 is a Sunday: the loan is late from Tuesday.
  ctx.setNow('2026-12-22T06:10:00Z')
  const release = await holdLoans()
  const stop = await startJobs(ctx.deps, serverJobs)
  await release()
  await expect
    .poll(async () => (await findLoan(ctx, loan.id)).state, { timeout: 60_000, interval: 100 })
    .toBe('overdue')
  await stop()
})

test('closes no day at a start when the day is closed', async () => {
  const { loan } = await makeActiveLoan(ctx)
  ctx.setNow('2026-12-22T06:10:00Z')
  const now = isoOf(ctx.clock.now)
  const ended = { day: '2026-12-22', began_at: now, ended_at: now }
  await ctx.deps.db
    .insertInto('daily_run')
    .values({ job: 'close-day', ...ended })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stop = await startJobs(ctx.deps, serverJobs)
  const closes = async () => {
    const { rows } = await sql<{ state: string }>`
      select state::text from pgboss.job where name = 'close-day'`.execute(ctx.deps.db)
    return rows.map(({ state }) => state)
  }
  await expect.poll(closes, { timeout: 60_000, interval: 100 }).toEqual(['completed'])
  expect((await findLoan(ctx, loan.id)).state).toBe('active')
  await stop()
})

test('removes the schedules of jobs that no longer have one', async () => {
  const close = { name: 'close-day', cron: '10 0 * * *' } as const
  await ctx.deps.queue.setSchedules([close, { name: 'ask-balance', cron: '30 3 * * *' }])
  await ctx.deps.queue.setSchedules([close])
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(ctx.deps.db)
  expect(rows).toEqual([{ ...close, timezone: 'America/Mexico_City' }])
})

test('refuses a job whose data does not match its schema', async () => {
  const run = vi.fn(async () => undefined)
  const job = defineJob('seal-contract', { data: z.object({ loan_id: z.int() }), run })
  await expect(job.run(ctx.deps, { loan: 1 })).rejects.toThrow('loan_id')
  expect(run).not.toHaveBeenCalled()
})

test('has one definition of each job and sweep', () => {
  const names = serverJobs.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test('a stop aborts the run of a sweep and waits until it has ended', async () => {
  const events: string[] = []
  const sweep = {
    ...{ name: 'slow', every_ms: 60_000 },
    async run(_deps: unknown, signal: AbortSignal) {
      await once(signal, 'abort')
      events.push('aborted')
      await sleep(50)
      events.push('ended')
    },
  }
  const stop = await startJobs(ctx.deps, [sweep])
  await stop()
  expect(events).toEqual(['aborted', 'ended'])
})
