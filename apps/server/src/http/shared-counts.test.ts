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

test('a session that calls two servers gets 600 answers a minute from both together', async () => {
  const other = await buildApp(ctx.deps)
  const headers = await staffHeaders(ctx)
  await sql`delete from request_count`.execute(ctx.deps.db)
  const ask = async (app: typeof other, times: number) => {
    let answered = 0
    for (let call = 0; call < times; call += 1) {
      const { statusCode } = await app.inject({ url: `${ctx.api}/auth/user`, headers })
      if (statusCode === 200) answered += 1
      else expect(statusCode).toBe(429)
    }
    return answered
  }
  const stored = () => ctx.deps.db.selectFrom('request_count').select('n').execute()
  expect(await ask(ctx.app, 400)).toBe(400)
  await expect.poll(async () => (await stored()).map(({ n }) => n), { timeout: 30_000 }).toEqual([400])
  expect(await ask(other, 61)).toBe(61)
  await expect.poll(async () => (await stored()).map(({ n }) => n), { timeout: 30_000 }).toEqual([461])
  expect(await ask(other, 200)).toBe(139)
  await other.close()
}, 120_000)
