import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { takeMails } from '../../../test/mails.ts'
import { hashPassword } from './commands/hash-password.ts'

const password = 'Quincena-2026'
let ctx: TestContext
let addresses = 0

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const makeMember = async () => makeWorker(ctx, { password_hash: await hashPassword(password) })

/** Each request comes from a different IP address, below the limit of an e-mail address from one. */
function login(
  payload: { email: string; password: string; device?: string },
  remoteAddress = `10.0.0.${addresses++}`,
) {
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/login`, payload, remoteAddress })
}

test.each(['real', 'unknown'])(
  'locks a %s e-mail address for one minute after five failures, also for the right password',
  async (kind) => {
    const email = kind === 'real' ? (await makeMember()).email : 'fantasma@empresa.mx'
    for (let round = 0; round < 5; round += 1) {
      expect((await login({ email, password: 'otra-cosa' })).statusCode).toBe(401)
    }
    const locked = await login({ email, password })
    expect(locked.statusCode).toBe(423)
    expect(locked.json().code).toBe('account_locked')
    ctx.setNow('2026-11-20T16:00:59Z')
    expect((await login({ email, password })).statusCode).toBe(423)
    ctx.setNow('2026-11-20T16:01:01Z')
    expect((await login({ email, password })).statusCode).toBe(kind === 'real' ? 200 : 401)
  },
)

test('doubles the lock after each further failure up to 15 minutes and checks one attempt after each', async () => {
  const { email } = await makeMember()
  for (let round = 0; round < 5; round += 1) await login({ email, password: 'otra-cosa' })
  let now = ctx.clock.now
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    ctx.setNow(now.add({ minutes }).subtract({ seconds: 1 }).toString())
    expect((await login({ email, password })).statusCode).toBe(423)
    now = now.add({ minutes, seconds: 1 })
    ctx.setNow(now.toString())
    const answers = await Promise.all([1, 2, 3].map(() => login({ email, password: 'otra-cosa' })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([401, 423, 423])
  }
})

test('lets the owner in on a known device while an outsider locks the address, and locks that device apart', async () => {
  const member = await makeMember()
  const known = { email: member.email, device: 'ab'.repeat(16) }
  expect((await login({ ...known, password })).statusCode).toBe(200)
  for (let round = 0; round < 5; round += 1) await login({ email: member.email, password: 'otra-cosa' })
  expect((await login({ email: member.email, password })).statusCode).toBe(423)
  expect((await login({ email: member.email, device: 'cd'.repeat(16), password })).statusCode).toBe(423)
  expect((await login({ ...known, password })).statusCode).toBe(200)
  for (let round = 0; round < 5; round += 1)
    expect((await login({ ...known, password: 'otra-cosa' })).statusCode).toBe(401)
  expect((await login({ ...known, password })).statusCode).toBe(423)
})

test('does not lock the change of a password in an open session', async () => {
  const member = await makeMember()
  const headers = await signIn(ctx, member)
  for (let round = 0; round < 6; round += 1) await login({ email: member.email, password: 'otra-cosa' })
  const change = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/auth/change-password`,
    headers,
    payload: { current_password: password, new_password: 'tortuga-lenta-verde' },
  })
  expect(change.statusCode).toBe(204)
})

test('mails the user and the admins once a day after ten failures, and nobody about unknown addresses', async () => {
  const member = await makeMember()
  const admin = await makeStaff(ctx, 'U0')
  await ctx.deps.db
    .updateTable('app_user')
    .set({ is_active: false })
    .where('user_type', '=', 'U0')
    .where('id', '<>', admin.id)
    .execute()
  const failOften = async (email: string) => {
    await ctx.deps.db
      .insertInto('sign_in_attempt')
      .values({ email, failures: 9, locked_until: '2026-11-20T15:59:00Z', pending_since: null })
      .onConflict((conflict) =>
        conflict
          .columns(['email', 'scope'])
          .doUpdateSet({ failures: 9, locked_until: '2026-11-20T15:59:00Z' }),
      )
      .execute()
    expect((await login({ email, password: 'otra-cosa' })).statusCode).toBe(401)
  }
  for (const email of [member.email, 'nadie@empresa.mx', member.email]) await failOften(email)
  await ctx.drain(['alert-failures'])
  const mails = (await takeMails(ctx)).map(({ to }) => to)
  expect(mails.sort()).toEqual([member.email, admin.email].sort())
})

test('checks only five of twenty wrong passwords sent at once and answers the others with 423', async () => {
  const { email } = await makeMember()
  const answers = await Promise.all(Array.from({ length: 20 }, () => login({ email, password: 'otra-cosa' })))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 423)).toHaveLength(15)
})

test('accepts eight right passwords sent at once after four failures', async () => {
  const { email } = await makeMember()
  for (let failure = 0; failure < 4; failure += 1) await login({ email, password: 'otra-cosa' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => login({ email, password })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  const left = await ctx.deps.db
    .selectFrom('sign_in_attempt')
    .select(['failures', 'pending'])
    .where('email', '=', email)
    .execute()
  expect(left).toEqual([{ failures: 0, pending: 0 }])
})

test('counts attempts of a dead process as failures after one minute', async () => {
  const { email } = await makeMember()
  const died = { email, failures: 1, pending: 4, pending_since: '2026-11-20T16:00:00Z' }
  await ctx.deps.db.insertInto('sign_in_attempt').values(died).execute()
  ctx.setNow('2026-11-20T16:01:01Z')
  expect((await login({ email, password })).statusCode).toBe(423)
  ctx.setNow('2026-11-20T16:16:02Z')
  expect((await login({ email, password })).statusCode).toBe(200)
})

test('resets the count of failures after a right password', async () => {
  const { email } = await makeMember()
  for (let round = 0; round < 3; round += 1) {
    for (let failure = 0; failure < 4; failure += 1) await login({ email, password: 'otra-cosa' })
    expect((await login({ email, password })).statusCode).toBe(200)
  }
})

test('wrong passwords in one session lock neither another session of the user nor its own sign-in', async () => {
  const member = await makeMember()
  const [one, other] = [await signIn(ctx, member), await signIn(ctx, member)]
  const change = (headers: Record<string, string>, current_password: string) => {
    const payload = { current_password, new_password: 'Lago-Sereno-2047' }
    const remoteAddress = `10.0.0.${addresses++}`
    const url = `${ctx.api}/auth/change-password`
    return ctx.app.inject({ method: 'POST', url, headers, payload, remoteAddress })
  }
  for (let round = 0; round < 5; round += 1) expect((await change(one, 'otra-cosa')).statusCode).toBe(422)
  expect((await change(one, password)).statusCode).toBe(423)
  expect((await change(other, password)).statusCode).toBe(204)
})
