import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, signIn } from './factories.ts'
import { makeLoan } from './loans.ts'

let ctx: TestContext
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  for (let index = 0; index < 12; index += 1) {
    const { worker } = await makeLoan(ctx, { state: 'approved' })
    const created_at = '2026-11-20T16:00:00Z'
    await ctx.deps.db
      .insertInto('notification')
      .values({ recipient_id: worker.id, title: 'Hola', message: 'Prueba', created_at })
      .execute()
  }
})

/** How many statements a call makes; the least of three, since others may speak to the database meanwhile. */
async function countQueries(path: string) {
  const counts: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    const answer = await ctx.app.inject({ url: `${ctx.api}${path}`, headers })
    counts.push(spy.mock.calls.length)
    spy.mockRestore()
    expect(answer.statusCode).toBe(200)
  }
  return Math.min(...counts)
}

test.each([
  '/auth/users?user_type=U2',
  '/company/?',
  '/loan?',
  '/loan?type=credit',
  '/audit?',
  '/stp?',
  '/loan/payment?',
])('%s asks the same number of questions for one row as for many, and few', async (path) => {
  const one = await countQueries(`${path}&page_size=1`)
  const many = await countQueries(`${path}&page_size=50`)
  expect(many).toBe(one)
  expect(many).toBeLessThanOrEqual(6)
})

test('the pages that were counted were full', async () => {
  for (const path of ['/auth/users?user_type=U2', '/company/?', '/loan?']) {
    const { results } = (await ctx.app.inject({ url: `${ctx.api}${path}&page_size=50`, headers })).json()
    expect(results).toHaveLength(12)
  }
})
