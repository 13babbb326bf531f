import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { staffHeaders } from '../../test/loans.ts'
import { buildApp } from '../app.ts'
import { openSharedCounts, purgeRequestCounts, type SharedCounts } from './shared-counts.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const limited = (key: string) => ({ key, max: 600, window_ms: 60_000 })

function addTimes(counts: SharedCounts, key: string, times: number): number {
  let n = 0
  for (let call = 0; call < times; call += 1) n = counts.add(limited(key)).n
  return n
}

/** The shared counts of two processes. */
function openTwo(): [SharedCounts, SharedCounts] {
  return [openSharedCounts(ctx.deps), openSharedCounts(ctx.deps)]
}

test('two processes know each other’s requests after both shared theirs', async () => {
  const [one, two] = openTwo()
  expect(addTimes(one, 'session 1', 400)).toBe(400)
  expect(addTimes(two, 'session 1', 150)).toBe(150)
  await one.share()
  await two.share()
  expect(addTimes(two, 'session 1', 1)).toBe(551)
  expect(addTimes(one, 'session 1', 1)).toBe(401)
  await two.share()
  await one.share()
  expect(addTimes(one, 'session 1', 1)).toBe(553)
  expect(addTimes(one, 'session 2', 1)).toBe(1)
  for (const counts of [one, two]) counts.close()
})

test('keeps counts below a tenth of the limit in the process', async () => {
  const [one, two] = openTwo()
  addTimes(one, 'session 3', 60)
  addTimes(two, 'session 3', 61)
  await one.share()
  await two.share()
  expect(addTimes(two, 'session 3', 1)).toBe(62)
  addTimes(one, 'session 3', 1)
  await one.share()
  expect(addTimes(one, 'session 3', 1)).toBe(123)
  for (const counts of [one, two]) counts.close()
})

test('starts again when the window is over, also the shared one', async () => {
  const [one, two] = openTwo()
  addTimes(one, 'session 4', 500)
  await one.share()
  vi.setSystemTime(Date.now() + 60_000)
  expect(addTimes(one, 'session 4', 1)).toBe(1)
  await purgeRequestCounts(ctx.deps)
  const left = ctx.deps.db.selectFrom('request_count').select('n').where('n', '=', 500)
  expect(await left.execute()).toHaveLength(1) // a minute of the database's clock is not over
  await ctx.deps.db.updateTable('request_count').set({ ends_at: '2020-01-01T00:00:00Z' }).execute()
  addTimes(two, 'session 4', 100)
  await two.share()
  expect(addTimes(two, 'session 4', 1)).toBe(101)
  await ctx.deps.db.updateTable('request_count').set({ ends_at: '2020-01-01T00:00:00Z' }).execute()
  await purgeRequestCounts(ctx.deps)
  expect(await left.execute()).toHaveLength(0)
  for (const counts of [one, two]) counts.close()
})

test('a user who calls two servers gets 20 answers a minute from both together', async () => {
  const other = await buildApp(ctx.deps)
  const headers = await staffHeaders(ctx)
  await sql`delete from request_count`.execute(ctx.deps.db)
  const ask = async (app: typeof other, times: number) => {
    let answered = 0
    for (let call = 0; call < times; call += 1) {
      const request = { method: 'POST', url: `${ctx.api}/auth/email-code`, headers } as const
      if ((await app.inject(request)).statusCode !== 429) answered += 1
    }
    return answered
  }
  const expectShared = (n: number) =>
    expect
      .poll(async () => await ctx.deps.db.selectFrom('request_count').select('n').execute(), {
        timeout: 30_000,
      })
      .toEqual([{ n }])
  expect(await ask(ctx.app, 15)).toBe(15)
  await expectShared(15)
  expect(await ask(other, 3)).toBe(3)
  await expectShared(18)
  expect(await ask(other, 10)).toBe(2)
  await other.close()
}, 90_000)
