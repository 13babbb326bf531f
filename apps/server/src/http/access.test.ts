import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { staffHeaders } from '../../test/loans.ts'

const limit = 600
let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

/** The status codes of 601 requests of one address: the limit of a minute, and one more. */
async function answersOf(remoteAddress: string, path: string) {
  const statuses: number[] = []
  for (let call = 0; call <= limit; call += 1) {
    const headers = { authorization: `Bearer guess-${call}` }
    statuses.push((await ctx.app.inject({ url: `${ctx.api}${path}`, headers, remoteAddress })).statusCode)
  }
  return statuses
}

test('rejects wrong tokens of an address with 429 above the limit, and no session, there or elsewhere', async () => {
  const statuses = await answersOf('192.0.2.7', '/auth/user')
  expect(new Set(statuses.slice(0, limit))).toEqual(new Set([401]))
  expect(statuses[limit]).toBe(429)
  for (const remoteAddress of ['192.0.2.7', '192.0.2.8']) {
    const call = { url: `${ctx.api}/auth/user`, headers: await staffHeaders(ctx), remoteAddress }
    expect((await ctx.app.inject(call)).statusCode).toBe(200)
  }
})

test('limits public requests per address, whatever token they send', async () => {
  const statuses = await answersOf('192.0.2.9', '/legal/terms')
  expect(new Set(statuses.slice(0, limit))).toEqual(new Set([200]))
  expect(statuses[limit]).toBe(429)
})

test('limits each session by itself, also behind one address', async () => {
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
