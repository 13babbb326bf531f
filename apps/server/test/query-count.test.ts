import { AsyncLocalStorage } from 'node:async_hooks'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { hashPassword } from '../src/people/auth/commands/hash-password.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, makeWorker, signIn } from './factories.ts'
import { makeActiveLoan, makeLoan } from './loans.ts'

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
  // The newest loans are paid out: the figures of each follow from its contract and its payments.
  for (let index = 0; index < 6; index += 1) await makePaidLoan()
})

async function makePaidLoan() {
  const { loan } = await makeActiveLoan(ctx)
  const { statusCode } = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment` },
    headers: { ...headers, 'idempotency-key': `paid-${loan.id}` },
    payload: { loan_request: loan.id, amount_paid: 5000, previous_amount_due: loan.total_debt_cents / 100 },
  })
  expect(statusCode).toBe(201)
}

const counters = new AsyncLocalStorage<{ count: number }>()

/** Number of messages with SQL statements of one GET; those of background work do not count. */
const countQueries = (path: string) => countStatements({ url: `${ctx.api}${path}`, headers })

/** Number of messages with SQL statements of the second of two equal calls; statements of one message count as one. */
async function countStatements(call: InjectOptions) {
  const get = async () => await ctx.app.inject(call)
  await get()
  const sendQuery = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    const counter = counters.getStore()
    if (counter !== undefined) counter.count += 1
    return sendQuery.apply(this, args)
  })
  const counter = { count: 0 }
  const answer = await counters.run(counter, get)
  spy.mockRestore()
  expect(answer.statusCode).toBe(200)
  expect(counter.count).toBeGreaterThan(0)
  return counter.count
}

test.each([
  '/auth/users?user_type=U2',
  '/company/?',
  '/loan?',
  '/loan?type=credit',
  '/audit?',
  '/stp?',
  '/loan/payment?',
])('%s runs the same number of statements for one row as for many, at most 6 [B2.44]', async (path) => {
  const one = await countQueries(`${path}&page_size=1`)
  const many = await countQueries(`${path}&page_size=50`)
  expect(many).toBe(one)
  expect(many).toBeLessThanOrEqual(6)
})

test('the counted pages have at least 12 rows', async () => {
  for (const path of ['/auth/users?user_type=U2', '/company/?', '/loan?']) {
    const { results } = (await ctx.app.inject({ url: `${ctx.api}${path}&page_size=50`, headers })).json()
    expect(results.length).toBeGreaterThanOrEqual(12)
  }
})

test('a sign-in on a known device sends 7 messages', async () => {
  const password = 'Quincena-2026'
  const { email } = await makeWorker(ctx, { password_hash: await hashPassword(password) })
  const payload = { email, password, device: 'ab'.repeat(16) }
  expect(await countStatements({ method: 'POST', url: `${ctx.api}/auth/login`, payload })).toBe(7)
})
