import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { staffHeaders } from '../../test/loans.ts'

const limit = 600
let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

/** As many calls of an address as are allowed in a minute, and one more: how they were answered. */
async function answersOf(remoteAddress: string, path: string) {
  const statuses: number[] = []
  for (let call = 0; call <= limit; call += 1) {
    const headers = { authorization: `Bearer guess-${call}` }
    statuses.push((await ctx.app.inject({ url: `${ctx.api}${path}`, headers, remoteAddress })).statusCode)
  }
  return statuses
}

test('wrong tokens count by their address, each another one or not; other addresses go on', async () => {
  const statuses = await answersOf('192.0.2.7', '/auth/user')
  expect(new Set(statuses.slice(0, limit))).toEqual(new Set([401]))
  expect(statuses[limit]).toBe(429)
  const elsewhere = {
    url: `${ctx.api}/auth/user`,
    headers: await staffHeaders(ctx),
    remoteAddress: '192.0.2.8',
  }
  expect((await ctx.app.inject(elsewhere)).statusCode).toBe(200)
})

test('public calls count by address, whatever token comes along', async () => {
  const statuses = await answersOf('192.0.2.9', '/legal/terms')
  expect(new Set(statuses.slice(0, limit))).toEqual(new Set([200]))
  expect(statuses[limit]).toBe(429)
})

test('a session has its own count: two behind one address do not share one', async () => {
  const call = async (headers: Record<string, string>) => {
    const remoteAddress = '192.0.2.10'
    return (await ctx.app.inject({ url: `${ctx.api}/auth/user`, headers, remoteAddress })).statusCode
  }
  const busy = await staffHeaders(ctx)
  const statuses: number[] = []
  for (let round = 0; round <= limit; round += 1) statuses.push(await call(busy))
  expect(new Set(statuses.slice(0, limit))).toEqual(new Set([200]))
  expect(statuses[limit]).toBe(429)
  expect(await call(await staffHeaders(ctx))).toBe(200)
})
