import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { payOutWithoutSeal } from '../../../test/signed-contract.ts'
import { buildApp } from '../../app.ts'
import { connect } from '../../db/connect.ts'
import { createDrain } from '../../http/drain.ts'

let ctx: TestContext
const metrics_token = 'm'.repeat(32)
const metrics = { url: '/metrics', headers: { authorization: `Bearer ${metrics_token}` } }

beforeAll(async () => {
  ctx = await createTestContext()
  Object.assign(ctx.deps.env, { metrics_token })
})

test('answers /healthz and /readyz at the root', async () => {
  expect((await ctx.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await ctx.app.inject('/readyz')).json()).toEqual({ status: 'ok' })
})

test('/metrics is 404 without its token, with another, and where none is set', async () => {
  const statusOf = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    return (await ctx.app.inject({ url: '/metrics', headers })).statusCode
  }
  expect(await statusOf()).toBe(404)
  expect(await statusOf(`Bearer ${'n'.repeat(32)}`)).toBe(404)
  expect(await statusOf(metrics.headers.authorization)).toBe(200)
  Object.assign(ctx.deps.env, { metrics_token: undefined })
  expect(await statusOf(metrics.headers.authorization)).toBe(404)
  Object.assign(ctx.deps.env, { metrics_token })
})

test('/readyz answers 503 without the reason while the database does not answer, and asks it every 5 seconds', async () => {
  ctx.setNow('2026-11-20T15:00:00Z')
  const db = connect('postgres://nobody@127.0.0.1:1/none', { max: 2 })
  const warn = vi.fn()
  const app = await buildApp({ ...ctx.deps, db, log: { ...ctx.deps.log, warn } })
  const answer = await app.inject('/readyz')
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'server.unavailable'])
  expect(answer.body).not.toContain('127.0.0.1')
  for (let call = 0; call < 20; call += 1) expect((await app.inject('/readyz')).statusCode).toBe(503)
  const warnings = () => warn.mock.calls.filter(([, text]) => text === 'not ready')
  expect(warnings()).toHaveLength(1)
  ctx.setNow('2026-11-20T15:00:05Z')
  await app.inject('/readyz')
  expect(warnings()).toHaveLength(2)
  await app.close()
  await db.destroy()
})

test('/readyz is ready while the file storage is away', async () => {
  ctx.setNow('2026-11-20T15:10:00Z')
  const ping = vi.spyOn(ctx.deps.storage, 'ping').mockRejectedValue(new Error('disk full'))
  expect((await ctx.app.inject('/readyz')).statusCode).toBe(200)
  ping.mockRestore()
})

test('a draining process is not ready, answers, and closes its connections', async () => {
  const drain = createDrain()
  const app = await buildApp(ctx.deps, { drain })
  expect((await app.inject('/readyz')).headers.connection).toBe('keep-alive')
  const waited = drain.begin(60_000)
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  const answer = await app.inject('/healthz')
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  drain.hurry()
  await waited
  await app.close()
})

test('/metrics labels durations by route pattern, not by URL', async () => {
  await ctx.app.inject(`${ctx.api}/auth/user/5`)
  const answer = await ctx.app.inject(metrics)
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.body).toContain('route="/quincena/api/auth/user/:id",status="401"')
  expect(answer.body).toContain('quincena_transfers_open{status="unknown"} 0')
  expect(answer.body).toContain('process_resident_memory_bytes')
})

test('metrics count the unsealed contracts and say how long the oldest waits', async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  const figures = async () => (await ctx.app.inject(metrics)).body
  expect(await figures()).toMatch(/^quincena_contracts_unsealed 0$/m)
  await payOutWithoutSeal(ctx)
  ctx.setNow('2026-11-20T16:02:00Z')
  const body = await figures()
  expect(body).toMatch(/^quincena_database_up 1$/m)
  expect(body).toMatch(/^quincena_contracts_unsealed 1$/m)
  expect(body).toMatch(/^quincena_contract_unsealed_oldest_seconds 120$/m)
})

/** A port that accepts connections and never answers. */
async function openSilentPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, close: () => server.close() }
}

test.each([
  ['refuses connections', async () => ({ port: 1, close: () => undefined })],
  ['does not answer', openSilentPort],
])('metrics show the process while the database %s', async (what, openPort) => {
  const { port, close } = await openPort()
  const db = connect(`postgres://nobody@127.0.0.1:${port}/none`, { max: 2 })
  const app = await buildApp({ ...ctx.deps, db })
  const ended: string[] = []
  const query = sql`select 1`.execute(db).catch(() => ended.push('query'))
  const answer = await app.inject(metrics)
  ended.push('metrics')
  await query
  // A refused query fails at once; one without an answer fails when its connection's limit ends.
  if (what === 'does not answer') expect(ended).toEqual(['metrics', 'query'])
  await app.close()
  close()
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toMatch(/^quincena_database_up 0$/m)
  expect(answer.body).toContain('process_resident_memory_bytes')
  expect(answer.body).not.toContain('quincena_contracts_unsealed')
})

test('the OpenAPI document shows wire formats, access and errors of a route', async () => {
  const document = (await ctx.app.inject(`${ctx.api}/openapi.json`)).json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers[0].url).toBe('/quincena/api')
  const call = document.paths['/auth/user/{id}'].get
  expect(call['x-access']).toBe('any')
  expect(call.security).toEqual([{ bearer: [] }, { cookie: [] }])
  const { schemas } = document.components
  const name = call.responses['200'].content['application/json'].schema.$ref.split('/').at(-1)
  expect(JSON.stringify(schemas[name].properties.biweekly_salary)).toContain('0.01')
  expect(call.responses.default.$ref).toBe('#/components/responses/Problem')
  expect(schemas.Problem.required).toContain('request_id')
  expect(document.paths['/auth/login'].post.security).toEqual([])
  expect(document.paths).toHaveProperty('/healthz')
})

test('the documentation page loads only files of this server', async () => {
  const answer = await ctx.app.inject(`${ctx.api}/docs/`)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  const addresses = [...answer.body.matchAll(/(?:src|href|content)="(\/[^"]+)"/g)].map(([, url]) => url)
  expect(addresses).toHaveLength(4)
  for (const url of addresses) expect((await ctx.app.inject(url ?? '')).statusCode).toBe(200)
})
