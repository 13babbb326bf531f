import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker } from '../../../test/factories.ts'
import { type ProviderPerson, startIdentityProvider, visitProvider } from '../../../test/identity-provider.ts'
import { hashPassword } from './commands/hash-password.ts'

const password = 'Quincena-2026'
const groups = 'payroll-admins=U0,payroll-managers=U1'
let ctx: TestContext
let idp: Awaited<ReturnType<typeof startIdentityProvider>>
let password_hash: string
let addresses = 0
let people = 0

beforeAll(async () => {
  idp = await startIdentityProvider({ redirect_uris: ['http://localhost/quincena/auth/proveedor'] })
  ctx = await createTestContext({
    needs_factors: true,
    settings: {
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: idp.client.client_id,
      OIDC_CLIENT_SECRET: idp.client.client_secret,
      OIDC_GROUPS: groups,
      OIDC_SECOND_FACTOR_AMR: 'mfa,hwk',
      OIDC_SECOND_FACTOR_ACR: 'urn:example:two-factors',
    },
  })
  password_hash = await hashPassword(password)
})
afterAll(() => idp.stop())
// The provider's tokens have the time of this machine.
beforeEach(() => ctx.setNow(Temporal.Now.instant().toString()))

const later = (minutes: number) => ctx.setNow(ctx.clock.now.add({ minutes }).toString())

function call(
  path: string,
  { payload, cookie, headers }: { payload?: object; cookie?: string; headers?: object } = {},
) {
  const remoteAddress = `10.4.${addresses >> 8}.${addresses++ & 255}`
  return ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}${path}`,
    remoteAddress,
    ...(payload !== undefined && { payload }),
    headers: { ...headers, ...(cookie !== undefined && { cookie }) },
  })
}
type Answer = Awaited<ReturnType<typeof call>>

/** The pair `name=value` of the sealed cookie that an answer sets. */
function cookieOf(answer: Answer): string {
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  const sealed = cookies.find((cookie) => cookie.startsWith('quincena-oidc=')) ?? ''
  return sealed.slice(0, sealed.indexOf(';'))
}

const codeOf = (answer: Answer) => `${answer.statusCode} ${answer.json().code}`

async function makeMember(user_type: 'U0' | 'U1' = 'U0') {
  const { id, email } = await makeStaff(ctx, user_type)
  people += 1
  await ctx.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute()
  const person: ProviderPerson = {
    sub: `person-${people}`,
    ...{ email, email_verified: true },
    groups: [user_type === 'U0' ? 'payroll-admins' : 'payroll-managers', 'everybody'],
  }
  return { id, email, person }
}

async function addAuthenticator(email: string) {
  const { token } = (await call('/auth/login', { payload: { email, password } })).json()
  const headers = { authorization: `Bearer ${token}` }
  const { secret } = (await call('/auth/two-factor', { headers })).json()
  const totp = new TOTP({ secret })
  const codeNow = () => totp.generate({ timestamp: ctx.clock.now.epochMilliseconds })
  const payload = { code: codeNow(), current_password: password }
  expect((await call('/auth/two-factor/confirm', { headers, payload })).statusCode).toBe(200)
  return codeNow
}

/** Begins a sign-in and lets the person sign in at the provider: what the browser then has. */
async function goThrough(person: ProviderPerson, change: (url: string) => string = (url) => url) {
  idp.signInAs(person)
  const started = await call('/auth/oidc-login/start')
  expect(started.statusCode).toBe(200)
  const returned = await visitProvider(change(started.json().url))
  const { searchParams } = returned
  const payload = Object.fromEntries(searchParams)
  return { cookie: cookieOf(started), started, returned, payload }
}

async function enter(person: ProviderPerson) {
  const { cookie, payload } = await goThrough(person)
  return call('/auth/oidc-login', { cookie, payload })
}

/** Another admin resets the second factors of a person. */
async function resetFactors(id: number) {
  const admin = await makeMember()
  const { token } = (await enter({ ...admin.person, amr: ['mfa'] })).json()
  const reset = await ctx.app.inject({
    method: 'DELETE',
    url: `${ctx.api}/auth/user/${id}/two-factor`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reset.statusCode).toBe(204)
}

const lastAudits = (limit: number) =>
  ctx.deps.db
    .selectFrom('audit')
    .select(['action', 'subject_id', 'after'])
    .where('action', 'in', ['session.opened', 'session.refused', 'oidc.bound'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

test('begins with PKCE, state and nonce, and a cookie that no script and no other path reads', async () => {
  const started = await call('/auth/oidc-login/start')
  const url = new URL(started.json().url)
  expect(url.origin).toBe(idp.issuer)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ response_type: 'code', client_id: 'quincena', scope: 'openid email' },
    ...{ redirect_uri: 'http://localhost/quincena/auth/proveedor', code_challenge_method: 'S256' },
    ...{ max_age: '43200', acr_values: 'urn:example:two-factors' },
    ...{ state: expect.any(String), nonce: expect.any(String), code_challenge: expect.any(String) },
  })
  expect(started.headers['set-cookie']).toMatch(
    /^quincena-oidc=[\w-]+; Path=\/quincena\/api\/auth\/oidc-login; Max-Age=600; HttpOnly; SameSite=Lax$/,
  )
  const sealed = Buffer.from(cookieOf(started).split('=')[1] ?? '', 'base64url').toString('latin1')
  for (const name of ['state', 'nonce']) expect(sealed).not.toContain(url.searchParams.get(name))
})

test('signs a person in with a second factor at the provider, binds the identity and notifies once', async () => {
  const { id, person } = await makeMember()
  const entered = await enter({ ...person, amr: ['pwd', 'mfa'] })
  expect([entered.statusCode, entered.json()]).toMatchObject([200, { id, token: expect.any(String) }])
  expect(entered.json()).not.toHaveProperty('needs_factor')
  expect(cookieOf(entered)).toBe('quincena-oidc=')
  const headers = { authorization: `Bearer ${entered.json().token}` }
  const read = await ctx.app.inject({ url: `${ctx.api}/auth/users/export?format=csv`, headers })
  expect(read.statusCode).toBe(200)
  expect(await lastAudits(2)).toMatchObject([
    { action: 'session.opened' },
    { action: 'oidc.bound', subject_id: id, after: { issuer: idp.issuer, subject: person.sub } },
  ])
  expect((await enter({ ...person, acr: 'urn:example:two-factors' })).statusCode).toBe(200)
  const notices = ctx.deps.db.selectFrom('notification').select('title').where('recipient_id', '=', id)
  const titles = (await notices.execute()).map(({ title }) => title)
  expect(titles.filter((title) => title === 'Ligaste tu cuenta de la empresa')).toHaveLength(1)
  expect(titles).toContain('Inicio de sesión en un dispositivo nuevo')
  const history = ctx.deps.db.selectFrom('sign_in_history').select('outcome').where('user_id', '=', id)
  expect(await history.execute()).toEqual([{ outcome: 'succeeded' }, { outcome: 'succeeded' }])
})

test('keeps the session in the cookie that it replaces, for pages of the app alone', async () => {
  const { person } = await makeMember()
  const first = await goThrough({ ...person, amr: ['mfa'] })
  const payload = { ...first.payload, session: 'cookie' }
  const strange = await call('/auth/oidc-login', { cookie: first.cookie, payload })
  expect(codeOf(strange)).toBe('403 request.other_site')
  const headers = { 'sec-fetch-site': 'same-origin' }
  const entered = await call('/auth/oidc-login', { cookie: first.cookie, payload, headers })
  expect(entered.statusCode).toBe(200)
  expect(entered.json()).not.toHaveProperty('token')
  expect([entered.headers['set-cookie']].flat().map((cookie) => String(cookie).split('=')[0])).toEqual([
    'quincena-oidc',
    'quincena-session',
  ])
})

test('a factor at the provider counts from when it was used there', async () => {
  const { person } = await makeMember()
  const entered = await enter({ ...person, amr: ['mfa'], age_s: 6 * 60 })
  const headers = { authorization: `Bearer ${entered.json().token}` }
  expect((await ctx.app.inject({ url: `${ctx.api}/auth/users`, headers })).statusCode).toBe(200)
  const exported = await ctx.app.inject({ url: `${ctx.api}/auth/users/export?format=csv`, headers })
  expect(codeOf(exported)).toBe('403 factor_required')
})

test('without a factor at the provider asks for the own code, once for each step', async () => {
  const { email, person } = await makeMember('U1')
  const codeNow = await addAuthenticator(email)
  later(1)
  const { cookie, payload } = await goThrough({ ...person, amr: ['pwd'] })
  const asked = await call('/auth/oidc-login', { cookie, payload })
  expect(codeOf(asked)).toBe('401 code_required')
  const step = cookieOf(asked)
  const give = (code: string, from = step) =>
    call('/auth/oidc-login/code', { cookie: from, payload: { code } })
  expect(codeOf(await give(codeNow(), cookie))).toBe('401 oidc.expired')
  expect(codeOf(await give('000000'))).toBe('401 code_invalid')
  const entered = await give(codeNow())
  expect([entered.statusCode, entered.json().email]).toEqual([200, email])
  expect(entered.json()).not.toHaveProperty('needs_factor')
  later(1)
  expect(codeOf(await give(codeNow()))).toBe('401 oidc.expired')
})

test('wrong codes after the provider lock no password, and the step ends after 10 minutes', async () => {
  const { email, person } = await makeMember()
  const codeNow = await addAuthenticator(email)
  const step = cookieOf(await enter(person))
  const give = (code: string) => call('/auth/oidc-login/code', { cookie: step, payload: { code } })
  for (let round = 0; round < 5; round += 1) expect(codeOf(await give('000000'))).toBe('401 code_invalid')
  later(0)
  expect(codeOf(await give(codeNow()))).toBe('423 account_locked')
  expect((await call('/auth/login', { payload: { email, password } })).json().code).toBe('code_required')
  later(11)
  expect(codeOf(await give(codeNow()))).toBe('401 oidc.expired')
})

test('a reset of the second factors ends a step that is open, and the bond', async () => {
  const { id, email, person } = await makeMember()
  await addAuthenticator(email)
  const step = cookieOf(await enter(person))
  await resetFactors(id)
  const given = await call('/auth/oidc-login/code', { cookie: step, payload: { code: '000000' } })
  expect(codeOf(given)).toBe('401 oidc.expired')
  const bonds = ctx.deps.db.selectFrom('oidc_identity').select('subject').where('user_id', '=', id)
  expect(await bonds.execute()).toEqual([])
})

test('a person without any second factor enters to set one up, as with a password', async () => {
  const { person } = await makeMember()
  const entered = await enter(person)
  expect([entered.statusCode, entered.json().needs_factor]).toEqual([200, true])
})

test('refuses groups that do not give exactly the role of the account, and says what to ask for', async () => {
  const { id, person } = await makeMember('U1')
  const refused = await enter({ ...person, groups: ['payroll-admins'] })
  expect(codeOf(refused)).toBe('401 oidc.wrong_group')
  expect(refused.json().detail).toBe(
    'Aquí tu rol es gerente, y los grupos de tu cuenta de la empresa no dan ese rol. Pide a quien administra esas cuentas que te ponga en el grupo «payroll-managers» y que te quite de «payroll-admins». Si tu rol aquí es otro, pide a un administrador que lo cambie.',
  )
  const both = await enter({ ...person, groups: ['payroll-admins', 'payroll-managers'] })
  expect(both.json().detail).toContain(
    'Pide a quien administra esas cuentas que te quite de «payroll-admins». ',
  )
  for (const wrong of [[], ['everybody'], ['payroll-admins', 'payroll-managers']])
    expect(codeOf(await enter({ ...person, groups: wrong }))).toBe('401 oidc.wrong_group')
  const { user_type } = await ctx.deps.db
    .selectFrom('app_user')
    .select('user_type')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(user_type).toBe('U1')
  const bonds = ctx.deps.db.selectFrom('oidc_identity').select('subject').where('user_id', '=', id)
  expect(await bonds.execute()).toEqual([])
  expect(await lastAudits(1)).toEqual([
    { action: 'session.refused', subject_id: id, after: { outcome: 'wrong_identity' } },
  ])
})

test('refuses workers, unknown people, unverified addresses and disabled accounts, and creates nobody', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  const before = await ctx.deps.db.selectFrom('app_user').select(sql<number>`count(*)`.as('n')).execute()
  const admin = { groups: ['payroll-admins'], amr: ['mfa'], email_verified: true }
  const unknown = { ...admin, sub: 'unknown', email: 'nadie@example.com' }
  expect(codeOf(await enter(unknown))).toBe('401 oidc.no_account')
  expect(codeOf(await enter({ ...admin, sub: 'worker', email: worker.email }))).toBe('401 oidc.no_account')
  expect(await ctx.deps.db.selectFrom('app_user').select(sql<number>`count(*)`.as('n')).execute()).toEqual(
    before,
  )
  const { id, person } = await makeMember()
  expect(codeOf(await enter({ ...person, email_verified: false }))).toBe('401 oidc.email_unverified')
  await ctx.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', id).execute()
  expect(codeOf(await enter(person))).toBe('401 account_disabled')
})

test('another address at the provider opens no other account, and another identity not a bound one', async () => {
  const [bound, victim] = [await makeMember(), await makeMember()]
  expect((await enter({ ...bound.person, amr: ['mfa'] })).statusCode).toBe(200)
  const moved = await enter({ ...bound.person, amr: ['mfa'], email: victim.email })
  expect([moved.statusCode, moved.json().id]).toEqual([200, bound.id])
  const stranger = { ...bound.person, sub: 'somebody-else', amr: ['mfa'] }
  expect(codeOf(await enter(stranger))).toBe('401 oidc.other_identity')
  await resetFactors(bound.id)
  expect((await enter(stranger)).json().id).toBe(bound.id)
})

test('uses each sign-in once: a replayed return asks the provider nothing', async () => {
  const { person } = await makeMember()
  const { cookie, payload } = await goThrough({ ...person, amr: ['mfa'] })
  const both = await Promise.all([1, 2].map(() => call('/auth/oidc-login', { cookie, payload })))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  const asked = idp.counts.token
  expect(codeOf(await call('/auth/oidc-login', { cookie, payload }))).toBe('401 oidc.expired')
  expect(idp.counts.token).toBe(asked)
})

test('refuses the return of another browser, without a cookie, a changed one, and after 10 minutes', async () => {
  const { person } = await makeMember()
  const [own, other] = [await goThrough(person), await goThrough(person)]
  const changed = `${own.cookie.slice(0, -3)}AAA`
  for (const cookie of [undefined, other.cookie, changed])
    expect(codeOf(await call('/auth/oidc-login', { payload: own.payload, ...(cookie && { cookie }) }))).toBe(
      '401 oidc.expired',
    )
  later(11)
  const late = await call('/auth/oidc-login', { cookie: own.cookie, payload: own.payload })
  expect(codeOf(late)).toBe('401 oidc.expired')
  expect(await lastAudits(1)).toMatchObject([{ action: 'session.refused', subject_id: null }])
})

test('refuses a token with another nonce, a code of another sign-in, another issuer and unknown keys', async () => {
  const { person } = await makeMember()
  const send = ({ cookie, payload }: { cookie: string; payload: object }) =>
    call('/auth/oidc-login', { cookie, payload })
  const nonce = await goThrough(person, (url) => url.replace(/nonce=[^&]+/, 'nonce=another'))
  expect(codeOf(await send(nonce))).toBe('401 oidc.refused')
  const [first, second] = [await goThrough(person), await goThrough(person)]
  const swapped = { ...first, payload: { ...first.payload, code: second.payload.code } }
  expect(codeOf(await send(swapped))).toBe('401 oidc.refused')
  for (const iss of [undefined, 'https://other.example']) {
    const { cookie, payload } = await goThrough(person)
    expect(payload.iss).toBe(idp.issuer)
    const { iss: _, ...rest } = payload
    expect(codeOf(await send({ cookie, payload: { ...rest, ...(iss && { iss }) } }))).toBe('401 oidc.refused')
  }
  const unknown = await goThrough(person)
  idp.showOtherKeys(true)
  expect(codeOf(await send(unknown))).toBe('401 oidc.refused')
  idp.showOtherKeys(false)
})

test('accepts new keys of the provider at once', async () => {
  const { person } = await makeMember()
  expect((await enter({ ...person, amr: ['mfa'] })).statusCode).toBe(200)
  idp.rotateKeys()
  expect((await enter({ ...person, amr: ['mfa'] })).statusCode).toBe(200)
})

test('answers 503 while the provider is away, and works when it is back', async () => {
  const { person } = await makeMember()
  const { cookie, payload } = await goThrough({ ...person, amr: ['mfa'] })
  idp.setAway(true)
  expect(codeOf(await call('/auth/oidc-login', { cookie, payload }))).toBe('503 oidc.unavailable')
  idp.setAway(false)
  expect((await enter({ ...person, amr: ['mfa'] })).statusCode).toBe(200)
})

test('the diagnosis asks the provider for its keys', async () => {
  const { person } = await makeMember()
  const { token } = (await enter({ ...person, amr: ['mfa'] })).json()
  const headers = { authorization: `Bearer ${token}` }
  const tried = (await call('/diagnostics/oidc', { headers })).json()
  expect(tried).toMatchObject({
    finding: 'oidc_good',
    facts: [
      { fact: 'issuer', value: idp.issuer },
      { fact: 'keys', value: 1 },
    ],
  })
})
