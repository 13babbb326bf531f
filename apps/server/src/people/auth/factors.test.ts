import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import { hashPassword } from './commands/hash-password.ts'

const password = 'Quincena-2026'
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
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  request: { headers?: Headers; payload?: object } = {},
) {
  const remoteAddress = `10.2.${addresses >> 8}.${addresses++ & 255}`
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, remoteAddress, ...request })
}
const later = (seconds: number) => ctx.setNow(ctx.clock.now.add({ seconds }).toString())
const codeOf = (secret: string) =>
  new TOTP({ secret }).generate({ timestamp: ctx.clock.now.epochMilliseconds })

async function login(email: string, code?: string) {
  const answer = await call('POST', '/auth/login', { payload: { email, password, code } })
  return { answer, headers: { authorization: `Bearer ${answer.json().token}` } }
}

async function makeMember(user_type: 'U0' | 'U1') {
  const { id, email } = await makeStaff(ctx, user_type)
  await ctx.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute()
  return { id, email }
}

/** Turns the authenticator on in this session; one minute passes, so that the next code is a new one. */
async function setUp(headers: Headers) {
  const { secret } = (await call('POST', '/auth/two-factor', { headers })).json()
  const payload = { code: codeOf(secret), current_password: password }
  const confirmed = await call('POST', '/auth/two-factor/confirm', { headers, payload })
  expect(confirmed.statusCode).toBe(200)
  later(60)
  return { secret: String(secret), recovery_codes: confirmed.json().recovery_codes }
}

/** Staff who set up an authenticator in this session. */
async function makeCareful(user_type: 'U0' | 'U1' = 'U1') {
  const member = await makeMember(user_type)
  const { headers } = await login(member.email)
  return { ...member, headers, ...(await setUp(headers)) }
}

const codeAndStatus = async (answer: ReturnType<typeof call>) => {
  const { statusCode, body } = await answer
  return [statusCode, body === '' ? undefined : JSON.parse(body).code]
}

test('lets staff without a second factor only set one up, and then everything', async () => {
  const { email } = await makeMember('U1')
  const { answer, headers } = await login(email)
  expect(answer.json().needs_factor).toBe(true)
  expect((await call('GET', '/auth/user', { headers })).json().user.needs_factor).toBe(true)
  for (const path of ['/auth/users', '/loan', '/auth/sessions', '/notification/unread-count'])
    expect(await codeAndStatus(call('GET', path, { headers }))).toEqual([403, 'factor_missing'])
  // A stolen password alone must not lock its owner out.
  const change = { current_password: password, new_password: 'Nube-Cercana-2046' }
  expect(await codeAndStatus(call('POST', '/auth/change-password', { headers, payload: change }))).toEqual([
    ...[403, 'factor_missing'],
  ])
  await setUp(headers)
  expect((await call('GET', '/auth/users', { headers })).statusCode).toBe(200)
  expect((await call('GET', '/auth/user', { headers })).json().user).not.toHaveProperty('needs_factor')
})

test('asks staff for the code at each sign-in, also on a device that they trusted', async () => {
  const { email, secret, headers } = await makeCareful()
  const payload = { device_verification: false }
  expect((await call('PUT', '/auth/preferences', { headers, payload })).statusCode).toBe(200)
  const sign = (code?: string) =>
    call('POST', '/auth/login', { payload: { email, password, code, device: 'e'.repeat(32) } })
  expect((await sign(codeOf(secret))).statusCode).toBe(200)
  expect(await codeAndStatus(sign())).toEqual([401, 'code_required'])
})

test('does not ask workers for a second factor', async () => {
  const headers = await signIn(ctx, await makeWorker(ctx))
  expect((await call('GET', '/loan', { headers })).statusCode).toBe(200)
})

test('asks for a factor of the last 5 minutes for settings and repeats after one', async () => {
  const { headers, secret } = await makeCareful('U0')
  const url = '/auth/access-config'
  const { id: _, ...config } = (await call('GET', url, { headers })).json()
  const save = () => call('PUT', url, { headers, payload: { ...config, version: undefined } })
  expect((await save()).statusCode).toBe(200)
  later(301)
  expect(await codeAndStatus(save())).toEqual([403, 'factor_required'])
  const use = (code: string) => call('POST', '/auth/factor', { headers, payload: { code } })
  const wrong = await use('000000')
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['code']])
  expect(await codeAndStatus(save())).toEqual([403, 'factor_required'])
  const code = codeOf(secret)
  expect((await use(code)).statusCode).toBe(204)
  expect((await use(code)).statusCode).toBe(422)
  expect((await save()).statusCode).toBe(200)
})

test('asks for a recent factor to approve a loan above the limit, not below it', async () => {
  const { headers, secret } = await makeCareful()
  const approve = async (amount_cents: number) => {
    const { loan } = await makeLoan(ctx, { amount_cents })
    return () => call('PATCH', `/loan/${loan.id}`, { headers, payload: { status: 'APP' } })
  }
  const [small, large] = [await approve(5_000_000), await approve(5_000_001)]
  later(301)
  expect((await small()).statusCode).toBe(200)
  expect(await codeAndStatus(large())).toEqual([403, 'factor_required'])
  const payload = { code: codeOf(secret) }
  expect((await call('POST', '/auth/factor', { headers, payload })).statusCode).toBe(204)
  expect((await large()).statusCode).toBe(202)
})

test('asks for a recent factor to create staff, not to create workers', async () => {
  const { headers } = await makeCareful('U0')
  later(301)
  const payload = {
    ...{ first_name: 'Gil', last_name: 'Paz', email: 'gil@quincena.mx', phone: '5512345678' },
    ...{ gender: 'M', position: 'Gerente', biweekly_salary: 7500, key: 'GIL1', ine: '1234567890123' },
    ...{ address: 'Calle 5', neighborhood: 'Centro', state: 'Jalisco', zip_code: '44100' },
    ...{ curp: 'PEXM901001MDFRLL01', rfc: 'PEXM901001AB1' },
    ...{ bank: '40012', debit_card_number: makeClabe(7001), bank_account_number: '90000007001' },
  }
  const create = (user_type: string) =>
    call('POST', '/auth/users', { headers, payload: { ...payload, user_type } })
  expect((await create('U2')).statusCode).toBe(201)
  expect(await codeAndStatus(create('U1'))).toEqual([403, 'factor_required'])
})

test('asks for a recent factor to change, deactivate or reactivate staff and to make staff, not for workers', async () => {
  const admin = await makeCareful('U0')
  const { headers } = admin
  const { id: manager } = await makeMember('U1')
  const { id: worker } = await makeWorker(ctx)
  const update = (id: number, payload: object, method: 'PUT' | 'PATCH' = 'PATCH') =>
    codeAndStatus(call(method, `/auth/user/${id}/update`, { headers, payload }))
  const own = { email: 'propio@quincena.mx', current_password: password }
  const calls = [
    () => update(manager, { user_type: 'U0' }),
    () => update(manager, { user_type: 'U1', first_name: 'Eva' }, 'PUT'),
    () => update(worker, { user_type: 'U1' }),
    () => update(manager, { email: 'otro.correo@quincena.mx' }),
    () => update(admin.id, own),
    () => codeAndStatus(call('DELETE', `/auth/user/${manager}`, { headers })),
    () => codeAndStatus(call('POST', `/auth/user/${manager}/reactivate`, { headers })),
  ]
  later(301)
  for (const attempt of calls.slice(0, -1)) expect(await attempt()).toEqual([403, 'factor_required'])
  const payload = { code: codeOf(admin.secret) }
  expect((await call('POST', '/auth/factor', { headers, payload })).statusCode).toBe(204)
  for (const attempt of calls.slice(0, -1)) expect([200, 204]).toContain((await attempt())[0])
  later(301)
  expect(await calls.at(-1)?.()).toEqual([403, 'factor_required'])
  const { id: other } = await makeWorker(ctx)
  expect(await update(other, { position: 'Jefa' })).toEqual([200, undefined])
  expect((await call('DELETE', `/auth/user/${other}`, { headers })).statusCode).toBe(204)
  expect((await call('POST', `/auth/user/${other}/reactivate`, { headers })).statusCode).toBe(204)
})

test('staff change their own e-mail address only with their password', async () => {
  const { id, headers } = await makeCareful('U0')
  const update = (current_password?: string) => {
    const payload = { email: 'nuevo.correo@quincena.mx', current_password }
    return call('PATCH', `/auth/user/${id}/update`, { headers, payload })
  }
  for (const wrong of [undefined, 'otra-cosa']) {
    const answer = await update(wrong)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['current_password']])
  }
  expect((await update(password)).json().email).toBe('nuevo.correo@quincena.mx')
})

test('asks for a factor of the last 30 minutes for payments, before the body is read', async () => {
  const { headers } = await makeCareful()
  const pay = () =>
    call('POST', '/loan/payment', { headers: { ...headers, 'idempotency-key': 'k' }, payload: {} })
  later(29 * 60 - 60)
  expect((await pay()).statusCode).toBe(422)
  later(61)
  expect(await codeAndStatus(pay())).toEqual([403, 'factor_required'])
})

test.each([
  ...[
    ['PUT', '/stp/dispersion'],
    ['POST', '/stp/1/resolve'],
    ['POST', '/loan/payment/1/reverse'],
  ],
  ...[
    ['POST', '/loan/1/cancel'],
    ['POST', '/treasury/balances/1/refund'],
    ['POST', '/approvals/1/approve'],
  ],
  ...[
    ['PUT', '/stp/limits'],
    ['PUT', '/stp/payouts'],
    ['PUT', '/loan/limits'],
    ['PUT', '/treasury/proof-settings'],
  ],
  ...[
    ['GET', '/auth/users/export'],
    ['GET', '/loan/export'],
    ['GET', '/audit/export'],
    ['GET', '/stp/reconciliation/2026-11-19/export'],
  ],
  ['DELETE', '/auth/user/1/two-factor'],
] as const)('%s %s asks for a recent factor', async (method, path) => {
  const { headers } = await makeCareful('U0')
  later(301)
  const answer = call(method, path, { headers: { ...headers, 'idempotency-key': 'k' } })
  expect(await codeAndStatus(answer)).toEqual([403, 'factor_required'])
})

test('accepts a recovery code as factor once, and locks the session’s codes after five wrong ones', async () => {
  const { email, headers, recovery_codes } = await makeCareful()
  const use = (code: string) => call('POST', '/auth/factor', { headers, payload: { code } })
  expect((await use(recovery_codes[0])).statusCode).toBe(204)
  expect((await use(recovery_codes[0])).statusCode).toBe(422)
  for (let round = 0; round < 4; round += 1) await use('000000')
  expect(await codeAndStatus(use(recovery_codes[1]))).toEqual([423, 'account_locked'])
  expect(await codeAndStatus(call('POST', '/auth/login', { payload: { email, password } }))).toEqual([
    401,
    'code_required',
  ])
})

const changePassword = (headers: Headers, current_password: string) =>
  codeAndStatus(
    call('POST', '/auth/change-password', { headers, payload: { current_password, new_password: password } }),
  )

test('locks the session’s codes after five wrong ones and alerts after ten, whatever right passwords come between', async () => {
  const { email, headers, secret } = await makeCareful()
  const use = (code: string) => codeAndStatus(call('POST', '/auth/factor', { headers, payload: { code } }))
  const turnOff = (code: string) =>
    codeAndStatus(
      call('DELETE', '/auth/two-factor', { headers, payload: { code, current_password: password } }),
    )
  const guesses = [use, turnOff, use, turnOff, use]
  for (const guess of guesses) {
    expect(await guess('000000')).toEqual([422, 'code_invalid'])
    expect(await changePassword(headers, password)).toEqual([422, 'password_repeated'])
  }
  for (const guess of [use, turnOff]) expect(await guess(codeOf(secret))).toEqual([423, 'account_locked'])
  const alerts: string[] = []
  const noteAlerts = () =>
    ctx.deps.queue.drain('alert-failures', async (data) => {
      alerts.push(data.email)
    })
  for (const round of guesses.keys()) {
    await noteAlerts()
    expect(alerts).toEqual([])
    later(15 * 60 + 1)
    expect(await use('000000'), `failure ${6 + round}`).toEqual([422, 'code_invalid'])
    expect(await changePassword(headers, password)).toEqual([422, 'password_repeated'])
  }
  await noteAlerts()
  expect(alerts).toEqual([email])
  later(15 * 60 + 1)
  expect(await use(codeOf(secret))).toEqual([204, undefined])
  expect(await use('000000')).toEqual([422, 'code_invalid'])
})

test('a right code does not reset the count of wrong passwords in the session', async () => {
  const { headers, secret } = await makeCareful()
  const wrong = () => changePassword(headers, 'otra-cosa')
  for (let round = 0; round < 4; round += 1) expect(await wrong()).toEqual([422, 'password_wrong'])
  const payload = { code: codeOf(secret) }
  expect((await call('POST', '/auth/factor', { headers, payload })).statusCode).toBe(204)
  expect(await wrong()).toEqual([422, 'password_wrong'])
  expect(await changePassword(headers, password)).toEqual([423, 'account_locked'])
})
