import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from '../../../test/authenticator.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { hashPassword } from './commands/hash-password.ts'

const password = 'Quincena-2026'
const origin = 'http://localhost'
let ctx: TestContext
let password_hash: string
let addresses = 0

beforeAll(async () => {
  ctx = await createTestContext({ needs_factors: true })
  password_hash = await hashPassword(password)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

type Headers = Record<string, string>

function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  request: { headers?: Headers; payload?: object } = {},
) {
  const remoteAddress = `10.3.${addresses >> 8}.${addresses++ & 255}`
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, remoteAddress, ...request })
}
const later = (seconds: number) => ctx.setNow(ctx.clock.now.add({ seconds }).toString())
const startUse = async () => (await call('POST', '/auth/passkey-login/start')).json()

async function makeMember() {
  const { id, email } = await makeStaff(ctx, 'U0')
  await ctx.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute()
  const { token } = (await call('POST', '/auth/login', { payload: { email, password } })).json()
  return { id, email, headers: { authorization: `Bearer ${token}` } }
}

async function add(
  headers: Headers,
  key = createAuthenticator({ origin }),
  more: { name?: string; current_password?: string } = {},
) {
  const options = (await call('POST', '/auth/passkeys/start', { headers })).json()
  const payload = { name: 'Laptop', current_password: password, ...more, passkey: key.create(options) }
  return { key, payload, answer: await call('POST', '/auth/passkeys', { headers, payload }) }
}

async function makeKeyed() {
  const member = await makeMember()
  const { key, answer } = await add(member.headers)
  expect(answer.statusCode).toBe(201)
  const { passkey, recovery_codes } = answer.json()
  return { ...member, key, passkey, recovery_codes }
}
type Key = ReturnType<typeof createAuthenticator>
const enter = async (key: Key) =>
  call('POST', '/auth/passkey-login', { payload: { passkey: key.get(await startUse()) } })

test('adds a first passkey with the password, ends the other sessions and returns recovery codes', async () => {
  const { id, headers } = await makeMember()
  const other = await signIn(ctx, { id })
  const refused = await add(headers, undefined, { current_password: 'otra-cosa' })
  expect(refused.answer.json().errors).toHaveProperty('current_password')
  const { answer, payload } = await add(headers)
  expect([answer.statusCode, answer.json().recovery_codes.length]).toEqual([201, 10])
  expect((await call('GET', '/auth/user', { headers: other })).statusCode).toBe(401)
  expect((await call('GET', '/auth/users', { headers })).statusCode).toBe(200)
  expect((await call('GET', `/auth/user/${id}`, { headers })).json().has_two_factor).toBe(true)
  const { passkeys } = (await call('GET', '/auth/passkeys', { headers })).json()
  expect(passkeys).toEqual([
    { id: answer.json().passkey.id, name: 'Laptop', created_at: expect.any(String), last_used_at: null },
  ])
  // The challenge was used up.
  expect((await call('POST', '/auth/passkeys', { headers, payload })).json().code).toBe('passkey_refused')
  const second = await add(headers)
  expect(second.answer.json().recovery_codes).toBeNull()
})

test('signs in with a passkey alone, once for each challenge, also while the password is locked', async () => {
  const { email, key } = await makeKeyed()
  for (let round = 0; round < 5; round += 1)
    await call('POST', '/auth/login', { payload: { email, password: 'otra-cosa' } })
  expect((await call('POST', '/auth/login', { payload: { email, password } })).statusCode).toBe(423)
  const payload = { passkey: key.get(await startUse()) }
  const entered = await call('POST', '/auth/passkey-login', { payload })
  expect(entered.json()).toMatchObject({ email, token: expect.any(String) })
  expect(entered.json()).not.toHaveProperty('needs_factor')
  const again = await call('POST', '/auth/passkey-login', { payload })
  expect([again.statusCode, again.json().code]).toEqual([401, 'passkey_invalid'])
})

test('asks for a second factor after the password of somebody with a passkey alone', async () => {
  const { email, recovery_codes } = await makeKeyed()
  const login = (code?: string) => call('POST', '/auth/login', { payload: { email, password, code } })
  expect((await login()).json().code).toBe('code_required')
  expect((await login(recovery_codes[0])).statusCode).toBe(200)
})

test.each([
  ['another site', () => createAuthenticator({ origin: 'https://malo.example' })],
  ['no PIN', () => createAuthenticator({ origin, verifiesUser: false })],
])('refuses a passkey with %s when it is added', async (_, make) => {
  const { headers } = await makeMember()
  const { answer } = await add(headers, make())
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'passkey_refused'])
})

test('refuses unknown, copied and expired answers, and accounts that were disabled', async () => {
  const { id, key } = await makeKeyed()
  expect((await enter(createAuthenticator({ origin }))).statusCode).toBe(401)
  const old = key.get(await startUse())
  later(301)
  expect((await call('POST', '/auth/passkey-login', { payload: { passkey: old } })).statusCode).toBe(401)
  expect((await enter(key)).statusCode).toBe(200)
  key.rewind()
  expect((await enter(key)).json().code).toBe('passkey_invalid')
  for (let round = 0; round < 5; round += 1) key.get(await startUse())
  await ctx.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', id).execute()
  expect((await enter(key)).json().code).toBe('account_disabled')
})

test('confirms a call with the caller’s own passkey only', async () => {
  const [{ headers, key }, stranger] = [await makeKeyed(), await makeKeyed()]
  later(301)
  const use = async (by: Key) =>
    call('POST', '/auth/factor', { headers, payload: { passkey: by.get(await startUse()) } })
  const exportUsers = () => call('GET', '/auth/users/export?format=csv', { headers })
  expect((await exportUsers()).json().code).toBe('factor_required')
  expect((await use(stranger.key)).json().code).toBe('passkey_invalid')
  expect((await exportUsers()).json().code).toBe('factor_required')
  expect((await use(key)).statusCode).toBe(204)
  expect((await exportUsers()).statusCode).toBe(200)
})

test('removes a passkey with the password, but never the last factor of staff', async () => {
  const { headers, passkey } = await makeKeyed()
  const remove = (id: number, current_password = password) =>
    call('DELETE', `/auth/passkeys/${id}`, { headers, payload: { current_password } })
  expect((await remove(passkey.id)).json().code).toBe('factor.last')
  const second = (await add(headers)).answer.json().passkey
  expect((await remove(second.id, 'otra-cosa')).json().errors).toHaveProperty('current_password')
  const stranger = await makeKeyed()
  expect((await remove(stranger.passkey.id)).statusCode).toBe(404)
  const both = await Promise.all([remove(passkey.id), remove(second.id)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
})

test('lets an admin reset all factors of another', async () => {
  const { id, email, key } = await makeKeyed()
  const admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
  expect((await call('DELETE', `/auth/user/${id}/two-factor`, { headers: admin })).statusCode).toBe(204)
  expect((await enter(key)).statusCode).toBe(401)
  expect((await call('POST', '/auth/login', { payload: { email, password } })).json().needs_factor).toBe(true)
})

test('records refused sign-ins with a passkey, with its owner if it is known', async () => {
  const { id, key } = await makeKeyed()
  const used = key.get(await startUse())
  expect((await call('POST', '/auth/passkey-login', { payload: { passkey: used } })).statusCode).toBe(200)
  const unknown = { ...used, id: 'AAAA', rawId: 'AAAA' }
  for (const passkey of [used, unknown])
    expect((await call('POST', '/auth/passkey-login', { payload: { passkey } })).statusCode).toBe(401)
  const refused = ctx.deps.db.selectFrom('audit').select(['subject_id', 'after']).orderBy('id', 'desc')
  expect(await refused.where('action', '=', 'session.refused').limit(2).execute()).toEqual([
    { subject_id: null, after: { outcome: 'wrong_passkey' } },
    { subject_id: id, after: { outcome: 'wrong_passkey' } },
  ])
})

test('a session without a factor sets up no other one of a user who has one', async () => {
  const { id, headers } = await makeKeyed()
  await ctx.deps.db.updateTable('session').set({ factor_at: null }).where('user_id', '=', id).execute()
  const setUps = ['/auth/passkeys/start', '/auth/two-factor']
  for (const path of setUps) {
    const answer = await call('POST', path, { headers })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'factor_missing'])
  }
  const confirm = { code: '123456', current_password: password }
  const confirmed = await call('POST', '/auth/two-factor/confirm', { headers, payload: confirm })
  expect([confirmed.statusCode, confirmed.json().code]).toEqual([403, 'factor_missing'])
})

/** Codes and statuses of every call that sets up a factor, with `passkey` as the new one. */
async function setUpCodes(headers: Headers, passkey: object) {
  const calls = [
    ['/auth/passkeys/start', {}],
    ['/auth/passkeys', { name: 'Otra', current_password: password, passkey }],
    ['/auth/two-factor', {}],
    ['/auth/two-factor/confirm', { code: '123456', current_password: password }],
  ] as const
  const answers = []
  for (const [path, payload] of calls) {
    const { statusCode, body } = await call('POST', path, { headers, payload })
    answers.push(`${statusCode} ${JSON.parse(body).code}`)
  }
  return answers
}

test('asks for a factor of the last 5 minutes to set up another one, which does not count as used', async () => {
  const { headers, key } = await makeKeyed()
  const exportUsers = () => call('GET', '/auth/users/export?format=csv', { headers })
  const second = createAuthenticator({ origin })
  const made = second.create((await call('POST', '/auth/passkeys/start', { headers })).json())
  later(301)
  expect(await setUpCodes(headers, made)).toEqual(Array(4).fill('403 factor_required'))
  const use = async () =>
    call('POST', '/auth/factor', { headers, payload: { passkey: key.get(await startUse()) } })
  expect((await use()).statusCode).toBe(204)
  later(299)
  const { secret } = (await call('POST', '/auth/two-factor', { headers })).json()
  const code = new TOTP({ secret }).generate({ timestamp: ctx.clock.now.epochMilliseconds })
  const payload = { code, current_password: password }
  expect((await call('POST', '/auth/two-factor/confirm', { headers, payload })).statusCode).toBe(200)
  expect((await add(headers, second)).answer.statusCode).toBe(201)
  expect((await exportUsers()).statusCode).toBe(200)
  later(2)
  expect((await exportUsers()).json().code).toBe('factor_required')
})

test('asks workers who have a factor, too, before they set up another one', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  const headers = await signIn(ctx, worker)
  await ctx.deps.db.updateTable('session').set({ factor_at: null }).where('user_id', '=', worker.id).execute()
  const { key, answer } = await add(headers)
  expect(answer.statusCode).toBe(201)
  later(301)
  expect((await call('POST', '/auth/passkeys/start', { headers })).json().code).toBe('factor_required')
  const passkey = key.get(await startUse())
  expect((await call('POST', '/auth/factor', { headers, payload: { passkey } })).statusCode).toBe(204)
  expect((await add(headers)).answer.statusCode).toBe(201)
})
