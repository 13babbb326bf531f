import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { staffHeaders } from '../../test/loans.ts'
import { buildApp } from '../app.ts'

let ctx: TestContext
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  headers = await staffHeaders(ctx)
})

test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
  'rejects a body of type %s with 415',
  async (type) => {
    const options = { method: 'POST' as const, url: `${ctx.api}/loan`, payload: '{}' }
    const answer = await ctx.app.inject({ ...options, headers: { ...headers, 'content-type': type } })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'request.wrong_type'])
  },
)

test('accepts an empty JSON body only on routes that need no body', async () => {
  const announced = { ...(await staffHeaders(ctx)), 'content-type': 'application/json' }
  const post = (path: string) =>
    ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, headers: announced, payload: '' })
  expect((await post('/loan')).json()).toMatchObject({ status: 400, code: 'request.unreadable' })
  expect((await post('/auth/logout')).statusCode).toBe(204)
})

test.each(['a b', 'x"><script>', 'a/b', 'a@b'])(
  'rejects a request with the invalid host «%s» with 400',
  async (host) => {
    const call = { url: `${ctx.api}/loan?page_size=1&page=2`, headers: { ...headers, host } }
    const answer = await ctx.app.inject(call)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.unreadable'])
  },
)

test.each(['quincena.mx', '[::1]:8080', 'localhost:3000'])(
  'puts the host of the request into links: %s',
  async (host) => {
    const call = { url: `${ctx.api}/loan?page_size=1&page=2`, headers: { ...headers, host } }
    const { previous } = (await ctx.app.inject(call)).json()
    expect(previous).toMatch(`http://${host}${ctx.api}/loan?`)
  },
)

test('answers only for the host of PUBLIC_URL and of this machine; STP may call by another name', async () => {
  const deps = { ...ctx.deps, env: { ...ctx.deps.env, public_url: 'https://app.prestamos.mx' } }
  const app = await buildApp(deps)
  const statusFor = async (host: string, url = `${ctx.api}/legal/terms`) =>
    (await app.inject({ url, headers: { host } })).statusCode
  const own = ['app.prestamos.mx', '127.0.0.1:3000', 'localhost:3000', '[::1]:3000']
  expect(await Promise.all(own.map((host) => statusFor(host)))).toEqual([200, 200, 200, 200])
  const other = ['evil.example', 'app.prestamos.mx.evil.example', 'app.prestamos.mx:8443']
  expect(await Promise.all(other.map((host) => statusFor(host)))).toEqual([421, 421, 421])
  const webhook = `${ctx.api}/stp/webhooks/wrong/order-state`
  const called = await app.inject({
    method: 'POST',
    url: webhook,
    headers: { host: 'inside.example' },
    payload: {},
  })
  expect(called.statusCode).toBe(404)
  await app.close()
})
