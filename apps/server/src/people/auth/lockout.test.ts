import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import { hashPassword } from '../../crypto/passwords.ts'

const password = 'Quincena-2026'
let ctx: TestContext
let addresses = 0

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const makeMember = async () => makeWorker(ctx, { password_hash: await hashPassword(password) })

/** Each request comes from a different IP address, below the limit per address. */
function login(payload: { email: string; password: string }, remoteAddress = `10.0.0.${addresses++}`) {
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/login`, payload, remoteAddress })
}

test.each(['real', 'unknown'])(
  'locks a %s e-mail address for 15 minutes after five failures, also for the right password',
  async (kind) => {
    const email = kind === 'real' ? (await makeMember()).email : 'fantasma@empresa.mx'
    for (let round = 0; round < 5; round += 1) {
      expect((await login({ email, password: 'otra-cosa' })).statusCode).toBe(401)
    }
    const locked = await login({ email, password })
    expect(locked.statusCode).toBe(423)
    expect(locked.json().code).toBe('account_locked')
    ctx.setNow('2026-11-20T16:14:59Z')
    expect((await login({ email, password })).statusCode).toBe(423)
    ctx.setNow('2026-11-20T16:15:01Z')
    expect((await login({ email, password })).statusCode).toBe(kind === 'real' ? 200 : 401)
  },
)

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

test('rejects the 21st sign-in of an IP address within a minute with 429', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 21; round += 1) {
    statuses.push((await login({ email: `n${round}@empresa.mx`, password }, '192.0.2.1')).statusCode)
  }
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([401]))
  expect(statuses[20]).toBe(429)
})
