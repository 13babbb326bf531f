import type { InjectOptions } from 'fastify'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from '../../../test/authenticator.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeNewcomer, makeStaff, signIn } from '../../../test/factories.ts'
import { buildApp } from '../../app.ts'
import { allow } from '../../http/access.ts'
import { hashPassword } from './commands/hash-password.ts'

const password = 'Quincena-2026'
const ownPage = { 'sec-fetch-site': 'same-origin' }
let ctx: TestContext
let password_hash: string
let addresses = 0

beforeAll(async () => {
  ctx = await createTestContext()
  password_hash = await hashPassword(password)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))
afterEach(() => {
  ctx.deps.env.public_url = undefined
})

type Headers = Record<string, string>

function call(method: 'GET' | 'POST' | 'PUT', path: string, rest: InjectOptions = {}) {
  const remoteAddress = `10.5.0.${addresses++}` // each below the limit per address
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, remoteAddress, ...rest })
}
const login = (email: string, headers: Headers = ownPage, more: object = {}) =>
  call('POST', '/auth/login', { headers, payload: { email, password, session: 'cookie', ...more } })

const makeMember = () => makeNewcomer(ctx, { password_hash })

async function makeManager() {
  const manager = await makeStaff(ctx)
  await ctx.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', manager.id).execute()
  return manager
}
const cookieOf = (answer: { headers: object }) => String(Object(answer.headers)['set-cookie'])
const sentBack = (answer: { headers: object }) => ({ cookie: cookieOf(answer).split(';')[0] ?? '' })

/** Signs a worker in and returns the headers of a browser with the cookie. */
async function openBrowser() {
  const worker = await makeMember()
  const answer = await login(worker.email)
  return { worker, session_id: Number(answer.json().session_id), headers: sentBack(answer) }
}

const statusOf = async (headers: Headers) => (await call('GET', '/auth/user', { headers })).statusCode
const changeOf = (headers: Headers) =>
  call('PUT', '/auth/preferences', { headers, payload: { offers: false } })

test('keeps a worker’s session of 30 days in a cookie that scripts cannot read, without a token', async () => {
  const worker = await makeMember()
  const answer = await login(worker.email)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ id: worker.id, session_id: expect.any(Number) })
  expect(answer.json()).not.toHaveProperty('token')
  expect(cookieOf(answer)).toMatch(
    /^quincena-session=[\w-]{43}; Path=\/quincena; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
  const user = await call('GET', '/auth/user', { headers: sentBack(answer) })
  expect(user.json().user).toMatchObject({ id: worker.id })
})

test('keeps a staff session of 12 hours in a Secure cookie where PUBLIC_URL is https', async () => {
  const manager = await makeManager()
  const plain = sentBack(await login(manager.email))
  ctx.deps.env.public_url = 'https://prestamos.example.mx'
  const answer = await login(manager.email)
  expect(cookieOf(answer)).toMatch(
    /^__Secure-quincena-session=[\w-]{43}; Path=\/quincena; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(await statusOf(sentBack(answer))).toBe(200)
  expect(await statusOf(plain), 'a cookie of a site without HTTPS').toBe(401)
})

test('a sign-in with a passkey sets the cookie too', async () => {
  const bearer = await signIn(ctx, await makeManager())
  const key = createAuthenticator({ origin: 'http://localhost' })
  const options = (await call('POST', '/auth/passkeys/start', { headers: bearer })).json()
  const added = { name: 'Laptop', current_password: password, passkey: key.create(options) }
  expect((await call('POST', '/auth/passkeys', { headers: bearer, payload: added })).statusCode).toBe(201)
  const use = async () => key.get((await call('POST', '/auth/passkey-login/start')).json())
  const enter = async (headers: Headers) =>
    call('POST', '/auth/passkey-login', { headers, payload: { passkey: await use(), session: 'cookie' } })
  expect((await enter({ origin: 'https://evil.example' })).statusCode).toBe(403)
  const answer = await enter(ownPage)
  expect(answer.json()).not.toHaveProperty('token')
  expect(await statusOf(sentBack(answer))).toBe(200)
})

const refusal = { code: 'request.other_site', detail: expect.stringContaining('no viene de esta aplicación') }

test.each<[string, Headers]>([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:81' }],
  ['another Origin, in a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://localhost:81' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a client that says nothing', {}],
])('refuses a change and a sign-in from %s with 403', async (_from, from) => {
  const { worker, headers } = await openBrowser()
  const change = await changeOf({ ...headers, ...from })
  expect([change.statusCode, change.json()]).toMatchObject([403, refusal])
  expect((await call('GET', '/auth/preferences', { headers })).json().offers).toBe(true)
  const signedIn = await login(worker.email, from)
  expect([signedIn.statusCode, signedIn.headers['set-cookie']]).toEqual([403, undefined])
})

test('accepts a change of the own page by Sec-Fetch-Site, its address or PUBLIC_URL', async () => {
  const { headers } = await openBrowser()
  const statuses = async (...pages: Headers[]) =>
    Promise.all(pages.map(async (from) => (await changeOf({ ...headers, ...from })).statusCode))
  expect(await statuses(ownPage, { origin: 'http://localhost:80' })).toEqual([200, 200])
  const origin = 'http://127.0.0.1:3000'
  expect(await statuses({ origin })).toEqual([403])
  ctx.deps.env.public_url = `${origin}/`
  expect(await statuses({ origin })).toEqual([200])
})

test('refuses a change from the http address of a site whose PUBLIC_URL is https with 403', async () => {
  ctx.deps.env.public_url = 'https://app.real.mx'
  const worker = await makeMember()
  const headers = { ...sentBack(await login(worker.email)), host: 'app.real.mx' }
  const statusFrom = async (origin: string) => (await changeOf({ ...headers, origin })).statusCode
  expect([await statusFrom('http://app.real.mx'), await statusFrom('https://app.real.mx')]).toEqual([
    403, 200,
  ])
})

test('a bearer token needs no Origin, has its answer as before, and wins over the cookie', async () => {
  const { headers } = await openBrowser()
  const program = await makeMember()
  const answer = await call('POST', '/auth/login', { payload: { email: program.email, password } })
  expect([answer.json().token, answer.headers['set-cookie']]).toEqual([expect.any(String), undefined])
  const bearer = { authorization: `Bearer ${answer.json().token}` }
  expect((await changeOf({ ...bearer, origin: 'https://evil.example' })).statusCode).toBe(200)
  const both = await call('GET', '/auth/user', { headers: { ...headers, ...bearer } })
  expect(both.json().user.id).toBe(program.id)
  expect(await statusOf({ ...headers, authorization: 'Bearer nada' })).toBe(401)
  const out = await call('POST', '/auth/logout', { headers: { ...headers, ...bearer } })
  expect([out.statusCode, out.headers['set-cookie']]).toEqual([204, undefined])
  expect([await statusOf(bearer), await statusOf(headers)]).toEqual([401, 200])
})

test('a sign-out removes the cookie and ends the session; from another site it does neither', async () => {
  const { headers } = await openBrowser()
  const forged = { ...headers, origin: 'https://evil.example' }
  expect((await call('POST', '/auth/logout', { headers: forged })).statusCode).toBe(403)
  expect(await statusOf(headers)).toBe(200)
  const out = await call('POST', '/auth/logout', { headers: { ...headers, ...ownPage } })
  expect(out.statusCode).toBe(204)
  expect(cookieOf(out)).toBe('quincena-session=; Path=/quincena; Max-Age=0; HttpOnly; SameSite=Strict')
  expect(await statusOf(headers)).toBe(401)
})

test('rejects a call that names another session than the cookie’s with 401, and changes nothing', async () => {
  const { headers, session_id } = await openBrowser()
  const naming = (number: number | string) => ({ ...headers, ...ownPage, 'quincena-session': String(number) })
  expect(await statusOf(naming(session_id))).toBe(200)
  for (const number of [session_id + 1, 0, '', `0${session_id}`]) {
    expect(await statusOf(naming(number)), `session ${number}`).toBe(401)
    const out = await call('POST', '/auth/logout', { headers: naming(number) })
    expect([out.statusCode, out.headers['set-cookie']]).toEqual([401, undefined])
  }
  expect(await statusOf(headers)).toBe(200)
})

test('a sign-in ends the session of the cookie that it replaces, also an idle one', async () => {
  const first = await openBrowser()
  const next = await makeMember()
  const failed = await login(next.email, { ...ownPage, ...first.headers }, { password: 'otra-cosa-58' })
  expect([failed.statusCode, await statusOf(first.headers)]).toEqual([401, 200])
  ctx.setNow('2026-11-20T20:00:00Z')
  expect(await statusOf(first.headers)).toBe(401)
  const answer = await login(next.email, { ...ownPage, ...first.headers })
  expect(await statusOf(sentBack(answer))).toBe(200)
  const ended = await ctx.deps.db
    .selectFrom('session')
    .select('ended_at')
    .where('id', '=', first.session_id)
    .executeTakeFirst()
  expect(ended?.ended_at).not.toBeNull()
  const audit = await ctx.deps.db
    .selectFrom('audit')
    .select(['actor_id'])
    .where('action', '=', 'session.ended')
    .where('subject_id', '=', first.session_id)
    .execute()
  expect(audit).toEqual([{ actor_id: first.worker.id }])
})

test('an answer that goes on, such as an event stream, ends with the session of the cookie', async () => {
  const { headers, session_id } = await openBrowser()
  const app = await buildApp(ctx.deps)
  app.get('/alive', allow('any', {}), async (request) => {
    const isAlive = async () =>
      (await app.findOpenSessions([request.signedIn?.session_id ?? 0])).has(session_id)
    const before = await isAlive()
    await ctx.deps.db
      .updateTable('session')
      .set({ ended_at: ctx.clock.now.toString() })
      .where('id', '=', session_id)
      .execute()
    return [before, await isAlive()]
  })
  expect((await app.inject({ url: '/alive', headers })).json()).toEqual([true, false])
  await app.close()
})

test('of many sessions, those that authorize a request are open, and the question is no activity', async () => {
  const { db } = ctx.deps
  const people = await Promise.all(Array.from({ length: 5 }, () => openBrowser()))
  const [open, ended, expired, idle, inactive] = people
  const ids = people.map(({ session_id }) => session_id)
  const change = (one: typeof open, values: object) =>
    db
      .updateTable('session')
      .set(values)
      .where('id', '=', one?.session_id ?? 0)
      .execute()
  const long_ago = '2026-11-20T15:29:00Z'
  await change(ended, { ended_at: long_ago })
  await change(expired, { expires_at: long_ago })
  await change(idle, { last_seen_at: long_ago })
  await db
    .updateTable('app_user')
    .set({ is_active: false })
    .where('id', '=', inactive?.worker.id ?? 0)
    .execute()
  ctx.setNow('2026-11-20T16:05:00Z')
  expect(await ctx.app.findOpenSessions(ids)).toEqual(new Set([open?.session_id]))
  expect(await ctx.app.findOpenSessions([])).toEqual(new Set())
  const { last_seen_at } = await db
    .selectFrom('session')
    .select('last_seen_at')
    .where('id', '=', open?.session_id ?? 0)
    .executeTakeFirstOrThrow()
  expect(last_seen_at).toBe('2026-11-20T16:00:00.000Z')
  expect(await Promise.all(people.map(({ headers }) => statusOf(headers)))).toEqual([200, 401, 401, 401, 401])
})
