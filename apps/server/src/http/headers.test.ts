import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { staffHeaders } from '../../test/loans.ts'
import { buildApp } from '../app.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

async function headersOf(path: string, headers: Record<string, string> = {}) {
  return (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).headers
}

const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

test('sends no-store and a policy that loads nothing with answers and errors of the API', async () => {
  const signedIn = await staffHeaders(ctx)
  for (const headers of [
    await headersOf('/auth/users', signedIn),
    await headersOf('/auth/users'),
    await headersOf('/loan/999999', signedIn),
  ])
    expect(headers).toMatchObject({
      ...apiHeaders,
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  expect((await headersOf('/nothing-here'))['cache-control']).toBe('no-store')
})

test('sends the headers of the API when its path is escaped', async () => {
  const url = '/quincena/%61pi/auth/user'
  const refused = await ctx.app.inject({ url })
  expect([refused.statusCode, refused.headers]).toMatchObject([401, apiHeaders])
  const answer = await ctx.app.inject({ url, headers: await staffHeaders(ctx) })
  expect([answer.statusCode, answer.headers]).toMatchObject([200, apiHeaders])
})

test.each(['/auth/user', '/nothing-here'])(
  'sends the headers of the API after scheme and host: %s',
  async (path) => {
    const app = await buildApp(ctx.deps)
    try {
      const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
      const socket = connect(Number(port), hostname)
      socket.write(
        `GET http://localhost${ctx.api}${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      )
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1.1 40[14] /)
      for (const [name, value] of Object.entries(apiHeaders)) expect(answer).toContain(`${name}: ${value}`)
    } finally {
      await app.close()
    }
  },
)

test('sends the page of the app with a policy of Trusted Types, in no frame, without camera', async () => {
  const web_folder = mkdtempSync(join(tmpdir(), 'quincena-web-'))
  writeFileSync(
    join(web_folder, 'index.html'),
    '<!doctype html><base href="/" /><meta name="lender" content="" /><meta name="lender-phone" content="" />',
  )
  const app = await buildApp(ctx.deps, { web_folder })
  try {
    for (const path of ['/', '/solicitudes']) {
      const { body, headers } = await app.inject({ url: `/quincena${path}` })
      expect(body).toContain('<base href="/quincena/">')
      expect(body).toContain(`<meta name="lender" content="${ctx.deps.brand.current().lender.name}" />`)
      expect(body).toContain(
        `<meta name="lender-phone" content="${ctx.deps.brand.current().lender.phone}" />`,
      )
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
      expect(headers['permissions-policy']).toBe(
        'geolocation=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), ' +
          'camera=(), microphone=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
      )
      expect(String(headers['content-security-policy']).split('; ')).toEqual([
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ])
    }
  } finally {
    await app.close()
    rmSync(web_folder, { recursive: true })
  }
})

test('the page of the API’s description runs only scripts of this server', async () => {
  const { 'content-security-policy': policy } = await headersOf('/docs')
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).not.toContain('http')
})

test('sends no headers about rate limits', async () => {
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
