import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeNewcomer, makeStaff, signIn } from '../../../test/factories.ts'
import { hashPassword } from './commands/hash-password.ts'

const password = 'Quincena-2026'
const wrong = 'No se pudo iniciar sesión con esas credenciales.'
let ctx: TestContext
let addresses = 0

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

async function makeMember(values: Record<string, unknown> = {}) {
  return makeNewcomer(ctx, { password_hash: await hashPassword(password), ...values })
}

/** Each request comes from a different IP address, below the limit per address. */
function login(
  payload: Record<string, unknown>,
  remoteAddress = `10.0.${addresses >> 8}.${addresses++ & 255}`,
) {
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/login`, payload, remoteAddress })
}

function get(path: string, headers: Record<string, string>) {
  return ctx.app.inject({ url: `${ctx.api}${path}`, headers })
}

function post(path: string, headers: Record<string, string>, payload: object = {}) {
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, headers, payload })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function mails() {
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  return readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
}

async function linkFor(email: string) {
  await ctx.drain(['mail-link'])
  const mail = mails().findLast((text) => text.includes(`To: ${email}`)) ?? ''
  return /#token=(\S+)/.exec(mail)?.[1] ?? ''
}

test('returns the token and the user at a sign-in, ignoring case and spaces of the e-mail address [B3.3 B7.1]', async () => {
  const worker = await makeMember()
  const answer = await login({
    email: ` ${worker.email.toUpperCase()} `,
    password,
    device: 'Teléfono de prueba',
  })
  expect(answer.statusCode).toBe(200)
  const { token, expires_at, id, first_name, user_type, consents } = answer.json()
  expect({ id, first_name, user_type, consents }).toEqual({
    id: worker.id,
    first_name: 'Ana',
    user_type: 'U2',
    consents: [],
  })
  expect(expires_at).toBe('2026-12-20T16:00:00.000Z')

  const user = await get('/auth/user/', bearer(token))
  expect(user.statusCode).toBe(200)
  expect(user.json().user).toMatchObject({ id: worker.id, biweekly_salary: 8000, monthly_salary: 16_000 })
  const stored = await ctx.deps.db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', worker.id)
    .execute()
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('returns the same 401 for an unknown address, a wrong password and an invited user', async () => {
  const worker = await makeMember()
  const invited = await makeNewcomer(ctx)
  for (const email of ['nadie@empresa.mx', worker.email, invited.email]) {
    const answer = await login({ email, password: 'otra-cosa' })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'credentials_invalid', detail: wrong, status: 401 })
  }
})

test('spends as much processor time on an unknown address as on a known one', async () => {
  const worker = await makeMember()
  // Measures processor time, which other processes on the machine do not affect.
  async function work(email: (round: number) => string) {
    const before = process.cpuUsage()
    for (let round = 0; round < 4; round += 1) await login({ email: email(round), password: 'otra-cosa' })
    return process.cpuUsage(before).user
  }
  const known = await work(() => worker.email)
  const unknown = await work((round) => `nadie${round}@empresa.mx`)
  expect(unknown).toBeGreaterThan(known / 3)
})

test('rejects a deactivated user and one who was away for more than 90 days', async () => {
  const gone = await makeMember({ is_active: false })
  expect((await login({ email: gone.email, password })).json().code).toBe('account_disabled')

  const away = await makeMember()
  expect((await login({ email: away.email, password })).statusCode).toBe(200)
  ctx.setNow('2027-02-18T15:59:00Z')
  expect((await login({ email: away.email, password })).statusCode).toBe(200)
  ctx.setNow('2027-05-20T16:00:00Z')
  expect((await login({ email: away.email, password })).json().code).toBe('account_disabled')
})

test('stores consents to the texts in force at the sign-in and ignores older ones [E2.14]', async () => {
  const worker = await makeMember()
  const { version } = (await get('/legal/terms', {})).json()
  const consents = [
    { document: 'terms', version },
    { document: 'privacy', version: '0' },
  ]
  const answer = await login({ email: worker.email, password, consents })
  expect(answer.json().consents).toEqual([
    { document: 'terms', version, accepted_at: '2026-11-20T16:00:00.000Z' },
  ])
})

test.each([{}, { email: 'a@b.mx' }, { email: '', password: '' }, { email: 5, password: 'x' }])(
  'rejects the body %j with 422',
  async (payload) => {
    expect((await login(payload)).statusCode).toBe(422)
  },
)

test('rejects a body that is not JSON with 400', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/auth/login`,
    headers,
    payload: '{"email"',
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

test('refuses an outdated consent at its text where the form asks for that, before it checks the password', async () => {
  const worker = await makeMember()
  const { version } = (await get('/legal/terms', {})).json()
  const consents = [
    { document: 'terms', version },
    { document: 'privacy', version: '0.1' },
  ]
  const refused = await login({ email: worker.email, password: 'otra', consents, refuse_outdated: true })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'legal.version_outdated'])
  expect(refused.json().errors).toEqual({ privacy: ['El texto cambió. Léelo y acéptalo de nuevo.'] })
})

test('§7 GET /auth/user returns the token’s user with their consents, and 401 without a valid token [B7.2 E7.1]', async () => {
  const worker = await makeMember({ first_name: 'Alma' })
  const { token } = (await login({ email: worker.email, password })).json()
  const answer = await get('/auth/user', bearer(token))
  expect([answer.statusCode, answer.json().user]).toMatchObject([
    200,
    { id: worker.id, first_name: 'Alma', email: worker.email, user_type: 'U2', consents: [], loans: [] },
  ])
  for (const headers of [{}, bearer('nobody-has-this')])
    expect((await get('/auth/user', headers)).statusCode).toBe(401)
})

test('keeps a session open while it is used and ends it after 30 idle minutes', async () => {
  const headers = await signIn(ctx, await makeMember())
  ctx.setNow('2026-11-20T16:29:00Z')
  expect((await get('/auth/user', headers)).statusCode).toBe(200)
  ctx.setNow('2026-11-20T16:58:00Z')
  expect((await get('/auth/user', headers)).statusCode).toBe(200)
  ctx.setNow('2026-11-20T17:28:30Z')
  expect((await get('/auth/user', headers)).statusCode).toBe(401)
})

test('does not extend the session when only the unread count is read', async () => {
  const headers = await signIn(ctx, await makeMember())
  for (const minute of ['10', '20', '29']) {
    ctx.setNow(`2026-11-20T16:${minute}:00Z`)
    expect((await get('/notification/unread-count', headers)).statusCode).toBe(200)
  }
  ctx.setNow('2026-11-20T16:31:00Z')
  expect((await get('/auth/user', headers)).statusCode).toBe(401)
})

test('says in each answer when the session ends without activity', async () => {
  const headers = await signIn(ctx, await makeMember())
  const leftAfter = async (time: string, path: string) => {
    ctx.setNow(`2026-11-20T${time}Z`)
    return (await get(path, headers)).headers['session-idle-seconds']
  }
  expect(await leftAfter('16:10:00', '/notification/unread-count')).toBe('1200')
  expect(await leftAfter('16:20:00', '/auth/user')).toBe('1800')
  expect(await leftAfter('16:20:05', '/auth/user')).toBe('1795')
  expect((await get('/auth/user', {})).headers).not.toHaveProperty('session-idle-seconds')
})

test('ends a staff session after 12 hours, even with activity', async () => {
  const manager = await makeStaff(ctx)
  await ctx.deps.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', manager.id)
    .execute()
  const { token, expires_at } = (await login({ email: manager.email, password })).json()
  expect(expires_at).toBe('2026-11-21T04:00:00.000Z')
  for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
    ctx.setNow(Temporal.Instant.from('2026-11-20T16:00:00Z').add({ minutes }).toString())
    expect((await get('/auth/user', bearer(token))).statusCode).toBe(200)
  }
  ctx.setNow('2026-11-21T04:00:00Z')
  expect((await get('/auth/user', bearer(token))).statusCode).toBe(401)
})

test.each([undefined, 'Bearer', 'Bearer nada', 'Basic YTpi'])(
  'rejects %s (401) [E6.1]',
  async (authorization) => {
    const answer = await get('/auth/user', authorization === undefined ? {} : { authorization })
    expect(answer.statusCode).toBe(401)
  },
)

test('ends only the current session at a sign-out', async () => {
  const worker = await makeMember()
  const [first, second] = [await signIn(ctx, worker), await signIn(ctx, worker)]
  expect((await post('/auth/logout', first)).statusCode).toBe(204)
  expect((await get('/auth/user', first)).statusCode).toBe(401)
  expect((await get('/auth/user', second)).statusCode).toBe(200)
})

test('answers parallel sign-outs of one session with 204 or 401 and ends it', async () => {
  const headers = await signIn(ctx, await makeMember())
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('/auth/logout', headers)))
  const codes = answers.map((answer) => answer.statusCode)
  expect(codes).toContain(204)
  expect(codes.filter((code) => ![204, 401].includes(code))).toEqual([])
  expect((await get('/auth/user', headers)).statusCode).toBe(401)
})

test('lets an idle session sign out, so that its push messages end too', async () => {
  const worker = await makeMember()
  const headers = await signIn(ctx, worker)
  const isOpen = async () => {
    const open = ctx.deps.db.selectFrom('session').select('id').where('user_id', '=', worker.id)
    return (await open.where('ended_at', 'is', null).execute()).length === 1
  }
  ctx.setNow('2026-11-20T19:00:00Z')
  expect([(await get('/auth/user', headers)).statusCode, await isOpen()]).toEqual([401, true])
  expect([(await post('/auth/logout', headers)).statusCode, await isOpen()]).toEqual([204, false])
  expect((await post('/auth/logout', headers)).statusCode).toBe(401)
})

test('ends the other sessions after a password change and enforces the password rules [E5.8]', async () => {
  const worker = await makeMember()
  const [mine, other] = [await signIn(ctx, worker), await signIn(ctx, worker)]
  const change = (current_password: string, new_password: string) =>
    post('/auth/change-password', mine, { current_password, new_password })

  const notMine = await change('otra-cosa', 'Nueva-2026')
  expect([notMine.statusCode, notMine.json().errors]).toEqual([
    422,
    { current_password: ['La contraseña actual no es correcta.'] },
  ])
  const short = await change(password, 'corta')
  expect([short.statusCode, short.json().errors]).toEqual([
    422,
    { new_password: ['La contraseña debe tener al menos 8 caracteres'] },
  ])
  const common = await change(password, 'qwertyuiop')
  expect([common.statusCode, Object.keys(common.json().errors)]).toEqual([422, ['new_password']])
  expect((await get('/auth/user', other)).statusCode).toBe(200)
  expect((await change(password, 'Nueva-2026')).statusCode).toBe(204)
  expect((await get('/auth/user', mine)).statusCode).toBe(200)
  expect((await get('/auth/user', other)).statusCode).toBe(401)
  expect((await login({ email: worker.email, password })).statusCode).toBe(401)
  expect((await login({ email: worker.email, password: 'Nueva-2026' })).statusCode).toBe(200)
})

test('mails a reset link that works once, and reveals nothing about unknown addresses', async () => {
  const worker = await makeMember()
  const mine = await signIn(ctx, worker)
  for (const email of [worker.email, 'nadie@empresa.mx']) {
    const answer = await post('/auth/forgot-password', {}, { email })
    expect([answer.statusCode, answer.json()]).toEqual([202, {}])
  }
  const token = await linkFor(worker.email)
  expect(mails().some((text) => text.includes('nadie@empresa.mx'))).toBe(false)
  const jobs = await ctx.deps.db
    .selectFrom('password_token')
    .selectAll()
    .where('user_id', '=', worker.id)
    .execute()
  expect(JSON.stringify(jobs)).not.toContain(token)

  const reset = (body: object) => post('/auth/reset-password', {}, body)
  expect((await reset({ token: 'inventado', password: 'Nueva-2026' })).statusCode).toBe(422)
  expect((await reset({ token, password: 'corta' })).json().errors).toHaveProperty('password')
  expect((await reset({ token, password: 'Nueva-2026' })).statusCode).toBe(204)
  expect((await reset({ token, password: 'Nueva-2027' })).json().code).toBe('token_invalid')
  expect((await get('/auth/user', mine)).statusCode).toBe(401)
  expect((await login({ email: worker.email, password: 'Nueva-2026' })).statusCode).toBe(200)
})

test('rejects a reset link after one hour or after a newer one with 422', async () => {
  const { email } = await makeMember()
  await post('/auth/forgot-password', {}, { email })
  const first = await linkFor(email)
  await post('/auth/forgot-password', {}, { email })
  const second = await linkFor(email)
  expect(second).not.toBe(first)
  expect((await post('/auth/reset-password', {}, { token: first, password: 'Nueva-2026' })).statusCode).toBe(
    422,
  )
  ctx.setNow('2026-11-20T17:00:01Z')
  expect((await post('/auth/reset-password', {}, { token: second, password: 'Nueva-2026' })).statusCode).toBe(
    422,
  )
})

test('mails three links an hour to one person and answers further requests alike', async () => {
  const { email } = await makeMember()
  const sent = () => mails().filter((text) => text.includes(email)).length
  const ask = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      const remoteAddress = `10.9.0.${round}`
      const url = `${ctx.api}/auth/forgot-password`
      const answer = await ctx.app.inject({ method: 'POST', url, payload: { email }, remoteAddress })
      expect([answer.statusCode, answer.json()]).toEqual([202, {}])
    }
    await ctx.drain(['mail-link'])
  }
  await ask(40)
  expect(sent()).toBe(3)
  ctx.setNow('2026-11-20T17:00:01Z')
  await ask(1)
  expect(sent()).toBe(4)
})

test('lists and ends only the caller’s own sessions', async () => {
  const worker = await makeMember()
  const [mine, other] = [await signIn(ctx, worker), await signIn(ctx, worker)]
  const stranger = await signIn(ctx, await makeMember())
  const { count, results } = (await get('/auth/sessions', mine)).json()
  expect(count).toBe(2)
  expect(results.filter((row: { current: boolean }) => row.current)).toHaveLength(1)
  const { id } = results.find((row: { current: boolean }) => !row.current)
  const end = (headers: Record<string, string>, session: unknown) =>
    ctx.app.inject({ method: 'DELETE', url: `${ctx.api}/auth/sessions/${session}`, headers })
  expect((await end(stranger, id)).statusCode).toBe(404)
  expect((await end(mine, 'x')).statusCode).toBe(404)
  expect((await end(mine, id)).statusCode).toBe(204)
  expect((await end(mine, id)).statusCode).toBe(404)
  expect((await get('/auth/user', other)).statusCode).toBe(401)
})

test('lists the caller’s sign-ins; staff can list another user’s, workers cannot', async () => {
  const worker = await makeMember()
  await login({ email: worker.email, password: 'otra-cosa' })
  const { token } = (await login({ email: worker.email, password })).json()
  const own = (await get('/auth/login-history', bearer(token))).json()
  expect(own.results.map((row: { succeeded: boolean }) => row.succeeded).sort()).toEqual([false, true])
  const stranger = await signIn(ctx, await makeMember())
  expect((await get(`/auth/login-history?user=${worker.id}`, stranger)).json().count).toBe(0)
  const manager = await signIn(ctx, await makeStaff(ctx))
  expect((await get(`/auth/login-history?user=${worker.id}`, manager)).json().count).toBe(2)
})

test('returns all preferences as on until they are turned off', async () => {
  const headers = await signIn(ctx, await makeMember())
  expect(Object.values((await get('/auth/preferences', headers)).json())).not.toContain(false)
  const put = await ctx.app.inject({
    method: 'PUT',
    url: `${ctx.api}/auth/preferences`,
    headers,
    payload: { offers: false },
  })
  expect(put.json()).toMatchObject({ offers: false, payment_reminder: true })
  expect((await get('/auth/preferences', headers)).json()).toEqual(put.json())
})

test('stores the session’s user with a client log line and limits the lines per minute [E3.6 E7.3]', async () => {
  const worker = await makeMember()
  const headers = await signIn(ctx, worker)
  const line = { user: 1, action: 'accept', log_level: 'ERROR', message: 'sin señal' }
  expect((await post('/auth/logs', headers, line)).statusCode).toBe(204)
  expect((await post('/auth/logs', headers, { ...line, log_level: 'DEBUG' })).statusCode).toBe(422)
  const { db } = ctx.deps
  const kept = await db.selectFrom('client_log').selectAll().where('user_id', '=', worker.id).execute()
  expect(kept).toMatchObject([{ user_id: worker.id, action: 'accept', log_level: 'ERROR' }])
  const many = await Promise.all(Array.from({ length: 60 }, () => post('/auth/logs', headers, line)))
  expect(many.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
  expect((await get('/auth/user', headers)).statusCode).toBe(200)
})
