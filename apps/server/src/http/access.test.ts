import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { staffHeaders } from '../../test/loans.ts'

const limit = 600
const addressLimit = 3000
let ctx: TestContext

// One minute, however busy the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

beforeAll(async () => {
  ctx = await createTestContext()
})

/** The status codes of 3,001 requests of one address, sorted: the limit of a minute, and one more. */
async function answersOf(remoteAddress: string, path: string) {
  const statuses: number[] = []
  for (let call = 0; call <= addressLimit; ) {
    const some = Array.from({ length: Math.min(50, addressLimit + 1 - call) }, async (_, n) => {
      const headers = { authorization: `Bearer guess-${call + n}` }
      return (await ctx.app.inject({ url: `${ctx.api}${path}`, headers, remoteAddress })).statusCode
    })
    statuses.push(...(await Promise.all(some)))
    call += some.length
  }
  return statuses.toSorted()
}

test('rejects wrong tokens of an address with 429 above the limit, and no session, there or elsewhere', async () => {
  const statuses = await answersOf('192.0.2.7', '/auth/user')
  expect(statuses).toEqual([...Array(addressLimit).fill(401), 429])
  for (const remoteAddress of ['192.0.2.7', '192.0.2.8']) {
    const call = { url: `${ctx.api}/auth/user`, headers: await staffHeaders(ctx), remoteAddress }
    expect((await ctx.app.inject(call)).statusCode).toBe(200)
  }
}, 120_000)

test.each([
  ['a legal text', '192.0.2.9', '/legal/terms', 200],
  ['a logo', '192.0.2.11', `/brand/logo/${'f'.repeat(64)}`, 404],
])(
  'limits public requests for %s per address, whatever token they send',
  async (...[, address, path, status]) => {
    expect(await answersOf(address, path)).toEqual([...Array(addressLimit).fill(status), 429])
  },
  120_000,
)

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
