import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { lastOrder, makeActiveLoan, signIn } from '../../../test/loans.ts'

let ctx: TestContext
let headers: Record<string, string>
let admin: Record<string, string>

/** A day of its own for every test: orders of another never disturb. */
const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30']
let day = ''

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
})

beforeEach(async () => {
  day = days.shift() ?? ''
  ctx.setNow(`${day}T16:00:00Z`)
  headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
  admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const get = async (path: string) => (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()

async function run() {
  const answer = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/stp/reconciliation/${day}/run`,
    headers,
  })
  expect(answer.statusCode, answer.body).toBe(202)
  await ctx.drain(['reconcile-day'])
  return get(`/stp/reconciliation/${day}`)
}

test('smoke', async () => {
  await makeActiveLoan(ctx)
  const found = await run()
  console.log(JSON.stringify(found, null, 1))
  expect(admin).toBeDefined()
  expect(lastOrder).toBeDefined()
})
