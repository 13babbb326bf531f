import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { hashPassword } from './commands/hash-password.ts'

const password = 'Quincena-2026'
const phone = 'a'.repeat(32)
let ctx: TestContext
let password_hash: string
let addresses = 0

beforeAll(async () => {
  ctx = await createTestContext()
  password_hash = await hashPassword(password)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

type Headers = Record<string, string>

function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  request: { headers?: Headers; payload?: object },
) {
  // Each request comes from a different IP address, below the limit per address.
  const remoteAddress = `10.1.${addresses >> 8}.${addresses++ & 255}`
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, remoteAddress, ...request })
}
const login = (email: string, more: object = {}) =>
  call('POST', '/auth/login', { payload: { email, password, device: phone, ...more } })

/** The code that the authenticator shows now, or some steps of 30 s earlier or later. */
function codeOf(secret: string, steps = 0) {
  return new TOTP({ secret }).generate({ timestamp: ctx.clock.now.epochMilliseconds + steps * 30_000 })
}
const later = (seconds: number) => ctx.setNow(ctx.clock.now.add({ seconds }).toString())

async function makeMember(values: object = {}) {
  const worker = await makeWorker(ctx, { password_hash, ...values })
  return { ...worker, headers: await signIn(ctx, worker) }
}

/** A worker with two-factor sign-in; one minute passes, so that the next code is a new one. */
async function makeCareful() {
  const worker = await makeMember()
  const { headers } = worker
  const { secret } = (await call('POST', '/auth/two-factor', { headers })).json()
  const payload = { code: codeOf(secret), current_password: password }
  const confirmed = await call('POST', '/auth/two-factor/confirm', { headers, payload })
  expect(confirmed.statusCode).toBe(200)
  later(60)
  const recovery_codes: string[] = confirmed.json().recovery_codes
  return { ...worker, secret: String(secret), recovery_codes }
}

function mailsTo(email: string) {
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  return readdirSync(outbox)
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((text) => text.includes(`To: ${email}`))
}

const titlesOf = async (recipient_id: number) =>
  (
    await ctx.deps.db
      .selectFrom('notification')
      .select('title')
      .where('recipient_id', '=', recipient_id)
      .orderBy('id')
      .execute()
  ).map(({ title }) => title)

test('turns on with the first right code and returns the secret and ten recovery codes only once [E2.50]', async () => {
  const { headers, email, id } = await makeMember()
  expect((await call('GET', '/auth/two-factor', { headers })).json()).toEqual({
    is_on: false,
    recovery_codes_left: 0,
  })
  const confirm = (code: string) =>
    call('POST', '/auth/two-factor/confirm', { headers, payload: { code, current_password: password } })
  expect((await confirm('123456')).json().code).toBe('two_factor.not_started')

  const started = await call('POST', '/auth/two-factor', { headers })
  const { secret, otpauth_url } = started.json()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(otpauth_url).toBe(
    `otpauth://totp/Quincena:${encodeURIComponent(email)}?issuer=Quincena&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(started.headers['cache-control']).toBe('no-store')
  // A set-up that is not confirmed yet requires no code.
  expect((await login(email)).statusCode).toBe(200)
  const wrong = await confirm('000000')
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    422,
    { code: ['El código no es correcto o ya venció.'] },
  ])
  const right = await confirm(codeOf(secret))
  const { recovery_codes } = right.json()
  expect(new Set(recovery_codes).size).toBe(10)
  for (const code of recovery_codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/)

  expect((await call('GET', '/auth/two-factor', { headers })).json()).toEqual({
    is_on: true,
    recovery_codes_left: 10,
  })
  for (const path of ['/auth/two-factor', '/auth/two-factor/confirm']) {
    const again = await call('POST', path, {
      headers,
      payload: { code: codeOf(secret, 1), current_password: password },
    })
    expect([again.statusCode, again.json().code]).toEqual([409, 'two_factor.already_on'])
  }
  const kept = JSON.stringify(
    await Promise.all(
      (['two_factor', 'recovery_code', 'audit', 'notification'] as const).map((table) =>
        ctx.deps.db.selectFrom(table).selectAll().execute(),
      ),
    ),
  )
  for (const shown of [secret, Buffer.from(secret).toString('hex'), ...recovery_codes])
    expect(kept).not.toContain(shown)
  expect(await titlesOf(id)).toContain('Activaste la verificación en dos pasos')
})

test('turns on and off only with the password, and ends the other sessions both times', async () => {
  const { headers, id } = await makeMember()
  const { secret } = (await call('POST', '/auth/two-factor', { headers })).json()
  const confirm = (current_password?: string) =>
    call('POST', '/auth/two-factor/confirm', { headers, payload: { code: codeOf(secret), current_password } })
  const openOther = () => signIn(ctx, { id })
  const isOpen = async (other: Headers) =>
    (await call('GET', '/auth/user', { headers: other })).statusCode === 200
  const before = await openOther()
  for (const wrong of [undefined, 'otra-cosa'])
    expect(Object.keys((await confirm(wrong)).json().errors)).toEqual(['current_password'])
  expect(await isOpen(before)).toBe(true)
  expect((await confirm(password)).statusCode).toBe(200)
  expect([await isOpen(before), await isOpen(headers)]).toEqual([false, true])
  const between = await openOther()
  later(60)
  const payload = { current_password: password, code: codeOf(secret) }
  expect((await call('DELETE', '/auth/two-factor', { headers, payload })).statusCode).toBe(204)
  expect([await isOpen(between), await isOpen(headers)]).toEqual([false, true])
})

test('requires a code after the password, accepted within one step of now and only once [E2.15]', async () => {
  const { email, secret } = await makeCareful()
  const bare = await login(email)
  expect([bare.statusCode, bare.json().code]).toEqual([401, 'code_required'])
  expect(bare.json()).not.toHaveProperty('token')

  const code = codeOf(secret)
  expect((await login(email, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).statusCode).toBe(200)
  const replayed = await login(email, { code })
  expect([replayed.statusCode, replayed.json().code]).toEqual([401, 'code_invalid'])
  expect(replayed.json().errors).toEqual({ code: ['El código no es correcto o ya venció.'] })
  // An earlier code is refused too, although its time step is still accepted.
  expect((await login(email, { code: codeOf(secret, -1) })).statusCode).toBe(401)
  expect((await login(email, { code: codeOf(secret, 1) })).statusCode).toBe(200)
  later(300)
  expect((await login(email, { code: codeOf(secret, -2) })).statusCode).toBe(401)
  expect((await login(email, { code: codeOf(secret, 2) })).statusCode).toBe(401)
  expect((await login(email, { code: codeOf(secret, -1) })).statusCode).toBe(200)
})

test('opens one session for a code that is sent ten times at once', async () => {
  const { email, secret } = await makeCareful()
  await ctx.deps.db
    .insertInto('setting')
    .values({ name: 'access', value: JSON.stringify({ attemptsBeforeLock: 50 }) })
    .execute()
  const code = codeOf(secret)
  const answers = await Promise.all(Array.from({ length: 10 }, () => login(email, { code })))
  await ctx.deps.db.deleteFrom('setting').where('name', '=', 'access').execute()
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(9)
})

test('accepts a recovery code once, in any spelling, and only for its owner', async () => {
  const { email, headers, recovery_codes } = await makeCareful()
  const stranger = await makeCareful()
  const [first = '', second = ''] = recovery_codes
  expect((await login(stranger.email, { code: first })).statusCode).toBe(401)
  expect((await login(email, { code: ` ${first.toLowerCase().replace('-', ' ')}` })).statusCode).toBe(200)
  expect((await login(email, { code: first })).statusCode).toBe(401)
  expect((await login(email, { code: second })).statusCode).toBe(200)
  const state = await call('GET', '/auth/two-factor', { headers })
  expect(state.json()).toEqual({ is_on: true, recovery_codes_left: 8 })
})

test('replaces the recovery codes with password and a recent factor; the old ones stop working', async () => {
  const { email, id, headers, secret, recovery_codes } = await makeCareful()
  const [old = '', other = ''] = recovery_codes
  const renew = (current_password = password) =>
    call('POST', '/auth/recovery-codes', { headers, payload: { current_password } })
  later(6 * 60)
  expect((await renew()).json().code).toBe('factor_required')
  expect((await call('POST', '/auth/factor', { headers, payload: { code: old } })).statusCode).toBe(204)
  expect((await call('GET', '/auth/two-factor', { headers })).json().recovery_codes_left).toBe(9)
  expect((await renew('otra-cosa')).json().code).toBe('password_wrong')

  const renewed = await renew()
  expect([renewed.statusCode, renewed.headers['cache-control']]).toEqual([200, 'no-store'])
  const fresh: string[] = renewed.json().recovery_codes
  expect(new Set([...fresh, ...recovery_codes]).size).toBe(20)
  expect((await call('GET', '/auth/two-factor', { headers })).json()).toEqual({
    ...{ is_on: true, recovery_codes_left: 10 },
  })
  expect((await login(email, { code: other })).statusCode).toBe(401)
  expect((await login(email, { code: fresh[0] })).statusCode).toBe(200)
  expect((await login(email, { code: codeOf(secret) })).statusCode).toBe(200)
  expect(await titlesOf(id)).toContain('Creaste códigos de recuperación nuevos')
})

test('gives no recovery codes to a user without a second factor', async () => {
  const { headers } = await makeMember()
  const payload = { current_password: password }
  const refused = await call('POST', '/auth/recovery-codes', { headers, payload })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'two_factor.off'])
})

test('locks the account after five wrong codes, whatever is sent between, and notifies the owner once', async () => {
  const { email, id, secret } = await makeCareful()
  for (let round = 0; round < 5; round += 1) {
    expect((await login(email, { code: '000000' })).json().code).toBe('code_invalid')
    // The right password without a code neither counts nor resets the count.
    if (round < 4) expect((await login(email)).json().code).toBe('code_required')
  }
  expect((await login(email, { code: codeOf(secret) })).statusCode).toBe(423)
  later(15 * 60 + 1)
  expect((await login(email, { code: codeOf(secret) })).statusCode).toBe(200)
  const titles = await titlesOf(id)
  expect(titles.filter((title) => title === 'Alguien escribió mal tu código de verificación')).toHaveLength(1)
  await ctx.drain(['send-mail'])
  expect(mailsTo(email).filter((mail) => mail.includes('Subject: Alguien'))).toHaveLength(1)
  const failed = await ctx.deps.db
    .selectFrom('sign_in_history')
    .select('outcome')
    .where('user_id', '=', id)
    .where('outcome', '<>', 'succeeded')
    .execute()
  expect(failed.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'wrong_code'))
})

test('turns off only with both password and code, and locks after five wrong tries', async () => {
  const { email, id, headers, secret } = await makeCareful()
  const off = (current_password: string, code: string) =>
    call('DELETE', '/auth/two-factor', { headers, payload: { current_password, code } })
  const noPassword = await off('otra-cosa', codeOf(secret))
  expect([noPassword.statusCode, noPassword.json().code]).toEqual([422, 'password_wrong'])
  for (let round = 0; round < 4; round += 1)
    expect((await off(password, '000000')).json().errors).toEqual({
      code: ['El código no es correcto o ya venció.'],
    })
  expect((await off(password, codeOf(secret))).statusCode).toBe(423)
  later(15 * 60 + 1)
  expect((await off(password, codeOf(secret))).statusCode).toBe(204)
  expect((await off(password, codeOf(secret))).json().code).toBe('two_factor.off')
  expect((await login(email)).statusCode).toBe(200)
  expect(await titlesOf(id)).toContain('Desactivaste la verificación en dos pasos')
  // A new set-up has a new secret, so old codes are worthless.
  const { secret: next } = (await call('POST', '/auth/two-factor', { headers })).json()
  expect(next).not.toBe(secret)
})

test('requires no code for 30 days from a browser that gave one, if device_verification is off [E2.53]', async () => {
  const { email, headers, secret } = await makeCareful()
  const put = (payload: object) => call('PUT', '/auth/preferences', { headers, payload })
  expect((await login(email, { code: codeOf(secret) })).statusCode).toBe(200)
  expect((await login(email)).statusCode).toBe(401)
  await put({ device_verification: false })
  expect((await login(email)).statusCode).toBe(200)
  // Another device number, no device, or a wrong password still need a code or are refused.
  expect((await login(email, { device: 'b'.repeat(32) })).statusCode).toBe(401)
  expect((await login(email, { device: undefined })).statusCode).toBe(401)
  expect((await login(email, { password: 'otra-cosa' })).json().code).toBe('credentials_invalid')
  later(30 * 86_400 + 1)
  expect((await login(email)).statusCode).toBe(401)
})

test('requires a code from a trusted device after its session was ended on another device', async () => {
  const { email, headers, secret } = await makeCareful()
  await call('PUT', '/auth/preferences', { headers, payload: { device_verification: false } })
  expect((await login(email, { code: codeOf(secret) })).statusCode).toBe(200)
  const { results } = (await call('GET', '/auth/sessions', { headers })).json()
  const other = results.find((row: { current: boolean }) => !row.current)
  expect((await call('DELETE', `/auth/sessions/${other.id}`, { headers })).statusCode).toBe(204)
  expect((await login(email)).json().code).toBe('code_required')
})

test('lets an admin reset it for another user, and rejects a manager with 403', async () => {
  const { email, id } = await makeCareful()
  const admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const manager = await signIn(ctx, await makeStaff(ctx))
  const reset = (headers: Headers) => call('DELETE', `/auth/user/${id}/two-factor`, { headers })
  const isOn = async () => (await call('GET', `/auth/user/${id}`, { headers: admin })).json().has_two_factor
  expect(await isOn()).toBe(true)
  expect((await reset(manager)).statusCode).toBe(403)
  expect((await reset(admin)).statusCode).toBe(204)
  expect((await reset(admin)).json().code).toBe('two_factor.off')
  expect(await isOn()).toBe(false)
  expect((await login(email)).statusCode).toBe(200)
  expect(await titlesOf(id)).toContain('Restablecimos tu verificación en dos pasos')
  await ctx.drain(['send-mail'])
  expect(mailsTo(email).some((mail) => mail.includes('Subject: Restablecimos'))).toBe(true)
  const { action } = await ctx.deps.db
    .selectFrom('audit')
    .select('action')
    .where('subject_id', '=', id)
    .where('action', '=', 'two_factor.reset')
    .executeTakeFirstOrThrow()
  expect(action).toBe('two_factor.reset')
})
