import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { hashPassword } from './commands/hash-password.ts'
import { issueLink, type LinkKind } from './commands/password-links.ts'

const password = 'Quincena-2026'
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'
const mine = 'a'.repeat(32)
const other = 'b'.repeat(32)
let ctx: TestContext
let password_hash: string

beforeAll(async () => {
  ctx = await createTestContext()
  password_hash = await hashPassword(password)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

function login(
  email: string,
  { ip = '10.2.0.1', ...more }: { ip?: string; device?: string; password?: string },
) {
  const payload = { email, password, ...more }
  const headers = { 'user-agent': safari }
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/login`, payload, headers, remoteAddress: ip })
}

const noticesOf = (recipient_id: number) =>
  ctx.deps.db
    .selectFrom('notification')
    .select(['title', 'message'])
    .where('recipient_id', '=', recipient_id)
    .execute()

async function put(user: { id: number }, payload: object) {
  const headers = await signIn(ctx, user)
  await ctx.app.inject({ method: 'PUT', url: `${ctx.api}/auth/preferences`, headers, payload })
}

test('notifies a sign-in on a new device in the app and by mail, but not the first device or a repeat [E2.52]', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  for (const device of [mine, mine]) expect((await login(worker.email, { device })).statusCode).toBe(200)
  expect(await noticesOf(worker.id)).toEqual([])
  expect((await login(worker.email, { device: other, password: 'otra-cosa' })).statusCode).toBe(401)
  expect(await noticesOf(worker.id)).toEqual([])
  // The same browser and IP address with another device number: the user agent alone proves nothing.
  expect((await login(worker.email, { device: other })).statusCode).toBe(200)
  expect((await login(worker.email, { device: other })).statusCode).toBe(200)
  expect(await noticesOf(worker.id)).toEqual([
    {
      title: 'Inicio de sesión en un dispositivo nuevo',
      message:
        'Entraron a tu cuenta desde Safari en iPhone el 20 de noviembre de 2026 a las 10:00. Si no fuiste tú, cierra esa sesión en Seguridad y cambia tu contraseña.',
    },
  ])
  expect(await ctx.drain(['send-mail'])).toBe(1)
})

test('names the page «Mis sesiones» in the notice to staff', async () => {
  const manager = await makeStaff(ctx)
  await ctx.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', manager.id).execute()
  const ip = '10.2.0.9'
  for (const device of [mine, other])
    expect((await login(manager.email, { device, ip })).statusCode).toBe(200)
  const [notice] = await noticesOf(manager.id)
  expect(notice?.message).toContain('cierra esa sesión en «Mis sesiones» y cambia tu contraseña')
})

test('sends no notice of a new device if the user turned these notices off [E2.52]', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  await put(worker, { suspicious_activity: false })
  for (const device of [mine, other]) expect((await login(worker.email, { device })).statusCode).toBe(200)
  expect(await noticesOf(worker.id)).toEqual([])
})

test('recognizes a client without a device number by user agent and IP address together', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  for (const ip of ['10.2.0.1', '10.2.0.1']) await login(worker.email, { ip })
  expect(await noticesOf(worker.id)).toEqual([])
  await login(worker.email, { ip: '10.2.0.2' })
  expect(await noticesOf(worker.id)).toHaveLength(1)
})

test('stores a device number only as a hash and lists the session by its browser', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  const { token } = (await login(worker.email, { device: mine })).json()
  await login(worker.email, { device: 'Reloj de prueba' })
  const headers = { authorization: `Bearer ${token}` }
  const sessions = await ctx.app.inject({ url: `${ctx.api}/auth/sessions`, headers })
  expect(sessions.json().results.map(({ device }: { device: string }) => device)).toEqual([
    'Reloj de prueba',
    safari,
  ])
  const tables = ['session', 'device', 'sign_in_history', 'audit'] as const
  const kept = await Promise.all(tables.map((table) => ctx.deps.db.selectFrom(table).selectAll().execute()))
  expect(JSON.stringify(kept)).not.toContain(mine)
})

test('ends only the user’s previous session on the same device at the next sign-in [E2.53]', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  const neighbour = await makeWorker(ctx, { password_hash })
  const headersOf = async (email: string, more: { device?: string }) => ({
    authorization: `Bearer ${(await login(email, more)).json().token}`,
  })
  const before = await headersOf(worker.email, { device: mine })
  const others = [
    await headersOf(worker.email, { device: other }),
    await headersOf(neighbour.email, { device: mine }),
    await headersOf(worker.email, {}),
    await headersOf(worker.email, {}),
  ]
  const now = await headersOf(worker.email, { device: mine })
  const requestLink = (headers: Record<string, string>) =>
    ctx.app.inject({ url: `${ctx.api}/auth/sessions`, headers })
  const answers = await Promise.all([before, ...others, now].map(requestLink))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 200, 200, 200, 200, 200])
  const rows = answers.at(-1)?.json().results
  expect(rows.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false, false])
})

test('gives the reason of a failed sign-in, and hides a history that is turned off from its owner only [E2.51]', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  await login(worker.email, { password: 'otra-cosa' })
  const { token } = (await login(worker.email, {})).json()
  const history = async (headers: Record<string, string>, query = '') =>
    (await ctx.app.inject({ url: `${ctx.api}/auth/login-history${query}`, headers })).json()
  const own = await history({ authorization: `Bearer ${token}` })
  expect(
    own.results.map(({ succeeded, reason }: Record<string, unknown>) => [succeeded, reason]).sort(),
  ).toEqual([
    [false, 'wrong_password'],
    [true, null],
  ])
  await put(worker, { login_history: false })
  expect(await history({ authorization: `Bearer ${token}` })).toMatchObject({ count: 0, results: [] })
  const manager = await signIn(ctx, await makeStaff(ctx))
  expect((await history(manager, `?user=${worker.id}`)).count).toBe(2)
})

test('rejects the current password as the new one with 422 and notifies of a change [E5.8]', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  const headers = await signIn(ctx, worker)
  const change = (new_password: string) =>
    ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/auth/change-password`,
      headers,
      payload: { current_password: password, new_password, confirm_password: new_password },
    })
  const same = await change(password)
  expect([same.statusCode, same.json().errors]).toEqual([
    422,
    { new_password: ['La nueva contraseña debe ser distinta de la actual.'] },
  ])
  expect((await change('Nueva-2026')).statusCode).toBe(204)
  expect((await noticesOf(worker.id)).map(({ title }) => title)).toEqual(['Tu contraseña cambió'])
})

test('invalidates mailed links of both kinds after a new password or a new e-mail address', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  const headers = await signIn(ctx, worker)
  const mailed = (kind: LinkKind) =>
    ctx.deps.db
      .transaction()
      .execute(
        async (trx) =>
          (await issueLink(ctx.deps, trx, { user_id: worker.id, email: worker.email, kind })).split('=')[1] ??
          '',
      )
  const statusOf = async (token: string) => {
    const payload = { token, password: 'Otra-2026' }
    const url = `${ctx.api}/auth/reset-password`
    return (await ctx.app.inject({ method: 'POST', url, payload, remoteAddress: '10.2.0.7' })).statusCode
  }
  const write = async (method: 'POST' | 'PUT', path: string, payload: object) =>
    expect(
      (await ctx.app.inject({ method, url: `${ctx.api}${path}`, headers, payload })).statusCode,
    ).toBeLessThan(300)

  const first = await mailed('invitation')
  const chosen = { current_password: password, new_password: 'Nueva-2026', confirm_password: 'Nueva-2026' }
  await write('POST', '/auth/change-password', chosen)
  expect(await statusOf(first)).toBe(422)

  const second = await mailed('reset')
  const moved = { email: `nueva-${worker.email}`, current_password: 'Nueva-2026' }
  await write('PUT', `/auth/user/${worker.id}/update`, moved)
  expect(await statusOf(second)).toBe(422)

  const both = [await mailed('invitation'), await mailed('reset')]
  expect((await Promise.all(both.map(statusOf))).sort()).toEqual([204, 422])
})

test('returns the password rules of a valid link, and 422 for a used or unknown one', async () => {
  const worker = await makeWorker(ctx, { password_hash })
  const post = (path: string, payload: object) =>
    ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, payload, remoteAddress: '10.2.0.9' })

  const link = await ctx.deps.db
    .transaction()
    .execute((trx) =>
      issueLink(ctx.deps, trx, { user_id: worker.id, email: worker.email, kind: 'invitation' }),
    )
  const token = link.split('#token=')[1] ?? ''
  const linkFacts = await post('/auth/password-link', { token })
  expect([linkFacts.statusCode, linkFacts.json()]).toMatchObject([
    200,
    { kind: 'invitation', rules: { passwordLength: 8 } },
  ])
  expect(linkFacts.json().rules).not.toHaveProperty('attemptsBeforeLock')
  expect((await post('/auth/reset-password', { token, password: 'Nueva-2026' })).statusCode).toBe(204)
  for (const old of [token, 'inventado']) {
    const refused = await post('/auth/password-link', { token: old })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'token_invalid'])
  }
})
