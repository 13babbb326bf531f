import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { hashPassword } from './commands/hash-password.ts'

let ctx: TestContext
let admin: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
})
/** Each test starts on the same day, with the default configuration and an admin who has just signed in. */
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  await ctx.deps.db.deleteFrom('setting').where('name', '=', 'access').execute()
  admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

function put(payload: object, headers = admin) {
  return ctx.app.inject({ method: 'PUT', url: `${ctx.api}/auth/access-config`, headers, payload })
}

test('returns the defaults until a change; workers see only the password rules [B3.12]', async () => {
  const url = `${ctx.api}/auth/access-config`
  expect((await ctx.app.inject({ url, headers: admin })).json()).toEqual({
    ...{ ...DEFAULT_ACCESS_CONFIG, id: 1, version: 0 },
  })
  const worker = await signIn(ctx, await makeWorker(ctx))
  const { passwordLength, advancedStructure, lowercase, uppercase, numbers, specialChars } =
    DEFAULT_ACCESS_CONFIG
  expect((await ctx.app.inject({ url, headers: worker })).json()).toEqual({
    ...{ passwordLength, advancedStructure, lowercase, uppercase, numbers, specialChars },
  })
})

test('rejects invalid values with 422 and managers with 403, and changes nothing', async () => {
  for (const wrong of [
    { attemptsBeforeLock: 0 },
    { systemIdleTime: 0 },
    { passwordLength: 3 },
    { numbers: 'sí' },
  ]) {
    expect((await put({ ...DEFAULT_ACCESS_CONFIG, ...wrong })).statusCode).toBe(422)
  }
  const manager = await signIn(ctx, await makeStaff(ctx, 'U1'))
  expect((await put(DEFAULT_ACCESS_CONFIG, manager)).statusCode).toBe(403)
  expect(await ctx.deps.db.selectFrom('setting').selectAll().where('name', '=', 'access').execute()).toEqual(
    [],
  )
})

test('applies attempts, idle time and password rules from the next request [B3.12]', async () => {
  const config = { ...DEFAULT_ACCESS_CONFIG, attemptsBeforeLock: 2, systemIdleTime: 5, passwordLength: 10 }
  expect((await put({ ...config, advancedStructure: true, specialChars: true })).statusCode).toBe(200)
  const worker = await makeWorker(ctx, { password_hash: await hashPassword('Quincena-2026') })

  const login = (password: string) =>
    ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/auth/login`,
      payload: { email: worker.email, password },
    })
  expect([
    (await login('a')).statusCode,
    (await login('b')).statusCode,
    (await login('c')).statusCode,
  ]).toEqual([401, 401, 423])

  const headers = await signIn(ctx, worker)
  const change = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/auth/change-password`,
    headers,
    payload: { current_password: 'Quincena-2026', new_password: 'abc' },
  })
  // An open session is not locked by failed sign-ins.
  expect(change.json().errors.new_password).toContain('La contraseña debe tener al menos 10 caracteres')
  ctx.setNow('2026-11-20T16:05:01Z')
  expect((await ctx.app.inject({ url: `${ctx.api}/auth/user`, headers })).statusCode).toBe(401)
})

test('rejects a password after its last day and notifies its owner once before [B3.12]', async () => {
  const worker = await makeWorker(ctx, {
    password_hash: await hashPassword('Quincena-2026'),
    password_changed_at: '2026-10-01T16:00:00Z',
  })
  const config = { ...DEFAULT_ACCESS_CONFIG, daysToRenewPassword: 60, daysToNotifyExpiration: 7 }
  const loginOn = async (day: string) => {
    ctx.setNow(`${day}T15:00:00Z`)
    const { statusCode, body } = await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/auth/login`,
      payload: { email: worker.email, password: 'Quincena-2026' },
    })
    return statusCode === 200 ? 200 : JSON.parse(body).code
  }
  expect((await put(config)).statusCode).toBe(200)
  const listMessages = () =>
    ctx.deps.db.selectFrom('notification').select('message').where('recipient_id', '=', worker.id).execute()

  expect(await loginOn('2026-11-22')).toBe(200)
  expect(await listMessages()).toEqual([])
  expect(await loginOn('2026-11-25')).toBe(200)
  expect(await loginOn('2026-11-26')).toBe(200)
  expect(await listMessages()).toEqual([{ message: 'Cámbiala antes del 30 de noviembre de 2026.' }])
  expect(await loginOn('2026-11-30')).toBe(200)
  expect(await loginOn('2026-12-01')).toBe('password_expired')
})

test('disables an account after its days without a sign-in; a new password enables it again [B3.12]', async () => {
  const worker = await makeWorker(ctx, {
    password_hash: await hashPassword('Quincena-2026'),
    password_changed_at: '2026-01-10T16:00:00Z',
  })
  const loginAt = async (instant: string) => {
    ctx.setNow(instant)
    const payload = { email: worker.email, password: 'Quincena-2026' }
    const answer = await ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/login`, payload })
    return answer.statusCode === 200 ? 200 : answer.json().code
  }
  const disableAfter = async (daysToDisable: number) => {
    admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
    expect((await put({ ...DEFAULT_ACCESS_CONFIG, daysToDisable })).statusCode).toBe(200)
  }
  ctx.setNow('2027-01-01T16:00:00Z')
  await disableAfter(8)
  expect(await loginAt('2027-01-01T16:00:00Z')).toBe(200)
  expect(await loginAt('2027-01-09T16:00:00Z')).toBe(200)
  expect(await loginAt('2027-01-17T16:00:01Z')).toBe('account_disabled')
  await disableAfter(0)
  expect(await loginAt('2027-03-01T16:00:00Z')).toBe(200)
  await disableAfter(8)
  expect(await loginAt('2027-03-10T16:00:00Z')).toBe('account_disabled')
  await ctx.deps.db
    .updateTable('app_user')
    .set({ password_changed_at: '2027-03-10T15:00:00Z' })
    .where('id', '=', worker.id)
    .execute()
  expect(await loginAt('2027-03-10T16:00:00Z')).toBe(200)
})

test('writes the old and the new configuration to the audit trail', async () => {
  const actor = await makeStaff(ctx, 'U0')
  const own = await signIn(ctx, actor)
  for (const attemptsBeforeLock of [4, 2])
    expect((await put({ ...DEFAULT_ACCESS_CONFIG, attemptsBeforeLock }, own)).statusCode).toBe(200)
  const rows = await ctx.deps.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'access_config.changed')
    .where('actor_id', '=', actor.id)
    .orderBy('id')
    .execute()
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatchObject({ before: { attemptsBeforeLock: 4 }, after: { attemptsBeforeLock: 2 } })
})

test('rejects the second of two changes made at once with 409', async () => {
  const url = `${ctx.api}/auth/access-config`
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const { version } = (await ctx.app.inject({ url, headers })).json()
  const answers = await Promise.all(
    [3, 4].map((attemptsBeforeLock) =>
      put({ ...DEFAULT_ACCESS_CONFIG, attemptsBeforeLock, version }, headers),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'access_config.changed',
    detail: 'Otra persona guardó la configuración mientras la editabas.',
  })
  const saved = answers.find(({ statusCode }) => statusCode === 200)?.json()
  expect(saved.version).toBe(version + 1)
  expect((await ctx.app.inject({ url, headers })).json()).toEqual(saved)
  const again = () => put({ ...DEFAULT_ACCESS_CONFIG, version: version + 1 }, headers)
  expect((await again()).json()).toMatchObject({ version: version + 2 })
  expect((await again()).statusCode).toBe(409)
})
