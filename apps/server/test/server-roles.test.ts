import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { findLoan, ordersOf } from './loans.ts'
import { acceptByHttp, offerByHttp } from './payout-by-http.ts'
import { launchServer, startServerProcess } from './server-process.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

const patience = { timeout: 120_000, interval: 100 }
const statusOf = async (url: string) => (await fetch(url)).status

test('a web process sends no order, and one of two jobs processes sends it once', {
  timeout: 300_000,
}, async () => {
  const web = await startServerProcess(ctx, { settings: { ROLE: 'web' } })
  const offer = await offerByHttp(ctx, web)
  const answer = await acceptByHttp(web, offer)
  expect(answer.status).toBe(202)
  expect((await findLoan(ctx, offer.loan_id)).state).toBe('disbursing')
  expect(ctx.simulator.orders()).toEqual([])

  const launched = [1, 2].map(() => launchServer(ctx, { settings: { ROLE: 'jobs' } }))
  const jobs = await Promise.all(launched.map((process) => process.ready()))
  await expect.poll(async () => (await findLoan(ctx, offer.loan_id)).state, patience).toBe('active')
  expect(await ordersOf(ctx, offer.loan_id)).toHaveLength(1)
  expect(ctx.simulator.orders()).toHaveLength(1)

  for (const process of jobs) {
    const site = process.api.replace(/\/api$/, '')
    expect(await statusOf(`${site}/healthz`)).toBe(200)
    expect(await statusOf(`${site}/readyz`)).toBe(200)
    expect(await statusOf(`${site}/quincena/api/company`)).toBe(404)
    expect(await statusOf(`${site}/quincena/`)).toBe(404)
  }
  expect(await Promise.all([web, ...jobs].map((process) => process.end()))).toEqual([0, 0, 0])
})
