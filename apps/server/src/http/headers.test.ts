import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { staffHeaders } from '../../test/loans.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

async function headersOf(path: string, headers: Record<string, string> = {}) {
  return (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).headers
}

test('answers of the API are kept nowhere and run nothing, errors too', async () => {
  const signedIn = await staffHeaders(ctx)
  for (const headers of [
    await headersOf('/auth/users', signedIn),
    await headersOf('/auth/users'),
    await headersOf('/loan/999999', signedIn),
  ])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  expect((await headersOf('/nothing-here'))['cache-control']).toBe('no-store')
})

test('the page of the API’s description has styles and no scripts', async () => {
  const { 'content-security-policy': policy } = await headersOf('/docs')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
})

test('says nothing of its rate limits', async () => {
  const calls = Array.from({ length: 21 }, () =>
    ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/auth/login`,
      remoteAddress: '192.0.2.30',
      payload: { email: 'a@b.mx', password: 'x' },
    }),
  )
  const answers = await Promise.all(calls)
  expect(answers.map(({ statusCode }) => statusCode)).toContain(429)
  for (const { headers } of answers)
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
})
