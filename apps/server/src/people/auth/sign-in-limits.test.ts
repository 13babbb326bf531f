import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeNewcomer } from '../../../test/factories.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../http/access.ts'
import { hashPassword } from './commands/hash-password.ts'
import { countFailure, purgeSignInCounts } from './commands/sign-in-counts.ts'

const password = 'Quincena-2026'
let ctx: TestContext
/** A second server on the same database. */
let other: App
let password_hash = ''

beforeAll(async () => {
  ctx = await createTestContext()
  other = await buildApp(ctx.deps)
  password_hash = await hashPassword(password)
  return () => other.close()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const makeMember = () => makeNewcomer(ctx, { password_hash, has_all_documents: false })

interface Login {
  email: string
  password?: string
  device?: string
}

function login(payload: Login, remoteAddress: string, app: App = ctx.app) {
  return app.inject({
    ...{ method: 'POST', url: `${ctx.api}/auth/login`, remoteAddress },
    payload: { password: 'otra-cosa', ...payload },
  })
}

const statusOf = async (...call: Parameters<typeof login>) => (await login(...call)).statusCode

async function fail(ip: string, times: number) {
  await ctx.deps.db.transaction().execute(async (trx) => {
    for (let round = 0; round < times; round += 1) await countFailure(ctx.deps, trx, { ip, user_agent: null })
  })
}

test('rejects the 21st sign-in of an e-mail address from an IP address in a minute, on two servers together', async () => {
  const { email } = await makeMember()
  for (let round = 0; round < 20; round += 1) {
    const app = round % 2 === 0 ? ctx.app : other
    expect(await statusOf({ email, password }, '192.0.2.1', app)).toBe(200)
  }
  for (const app of [ctx.app, other]) {
    const refused = await login({ email, password }, '192.0.2.1', app)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.too_many'])
    expect(refused.headers['retry-after']).toBe('60')
  }
  expect(await statusOf({ email, password }, '192.0.2.2')).toBe(200)
  expect(await statusOf({ email: (await makeMember()).email, password }, '192.0.2.1')).toBe(200)
  ctx.setNow('2026-11-20T16:01:00Z')
  expect(await statusOf({ email, password }, '192.0.2.1')).toBe(200)
})

test('counts an unknown e-mail address like a known one', async () => {
  const email = 'fantasma@empresa.mx'
  const statuses: number[] = []
  for (let round = 0; round < 21; round += 1) statuses.push(await statusOf({ email }, '192.0.2.3'))
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(423), 429])
})

test('counts the addresses of one IPv6 network together', async () => {
  const email = 'fantasma6@empresa.mx'
  const statuses: number[] = []
  for (let host = 1; host <= 21; host += 1) statuses.push(await statusOf({ email }, `2001:db8:1:2::${host}`))
  expect(statuses.at(-1)).toBe(429)
  expect(await statusOf({ email }, '2001:db8:1:3::1')).toBe(423)
})

test('checks five of twenty wrong passwords sent at once to two servers', async () => {
  const { email } = await makeMember()
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => statusOf({ email }, `192.0.3.${n}`, n % 2 === 0 ? ctx.app : other)),
  )
  expect(statuses.toSorted()).toEqual([...Array(5).fill(401), ...Array(15).fill(423)])
})

test('lets 300 workers of one IP address in within a minute, a fifth of them after a typing error', async () => {
  const email = (n: number) => `obrera${n}@fabrica.mx`
  await sql`insert into app_user (user_type, email, first_name, last_name, key, password_hash)
    select 'U2', 'obrera' || n || '@fabrica.mx', 'Ana', 'Soto', 'F' || n, ${password_hash}
    from generate_series(0, 299) as n`.execute(ctx.deps.db)
  const statuses: number[] = []
  const people = Array.from({ length: 300 }, (_, n) => n)
  const enter = async () => {
    for (let n = people.pop(); n !== undefined; n = people.pop()) {
      if (n % 5 === 0) expect(await statusOf({ email: email(n) }, '192.0.2.5')).toBe(401)
      statuses.push(await statusOf({ email: email(n), password }, '192.0.2.5', n % 2 === 0 ? ctx.app : other))
    }
  }
  await Promise.all(Array.from({ length: 20 }, enter))
  expect(statuses).toEqual(Array(300).fill(200))
}, 300_000)

test('refuses unknown devices of an IP address after 300 failures in a minute, and known devices and others not', async () => {
  const member = await makeMember()
  const known = { email: member.email, password, device: 'ab'.repeat(16) }
  expect(await statusOf(known, '192.0.2.6')).toBe(200)
  await fail('192.0.2.6', 299)
  expect(await statusOf({ email: 'a@empresa.mx' }, '192.0.2.6')).toBe(401)
  for (const email of [member.email, 'b@empresa.mx']) {
    const refused = await login({ email, password }, '192.0.2.6', other)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.too_many'])
    expect(refused.headers['retry-after']).toBe('60')
  }
  expect(await statusOf({ ...known, device: 'cd'.repeat(16) }, '192.0.2.6')).toBe(429)
  expect(await statusOf(known, '192.0.2.6')).toBe(200)
  expect(await statusOf({ email: member.email, password }, '192.0.2.7')).toBe(200)
  ctx.setNow('2026-11-20T16:01:00Z')
  expect(await statusOf({ email: member.email, password }, '192.0.2.6')).toBe(200)
})

test('refuses unknown devices of an IP address after 2,000 failures in an hour', async () => {
  const { email } = await makeMember()
  for (let minute = 0; minute < 8; minute += 1) {
    ctx.setNow(`2026-11-20T16:0${minute}:00Z`)
    await fail('192.0.2.8', 250)
  }
  ctx.setNow('2026-11-20T16:30:00Z')
  const refused = await login({ email, password }, '192.0.2.8')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1800'])
  ctx.setNow('2026-11-20T17:00:00Z')
  expect(await statusOf({ email, password }, '192.0.2.8')).toBe(200)
})

test('deletes the counts of windows that are over', async () => {
  await sql`delete from sign_in_count`.execute(ctx.deps.db)
  await login({ email: 'c@empresa.mx' }, '192.0.2.9')
  const left = async () => {
    await purgeSignInCounts(ctx.deps)
    return (await ctx.deps.db.selectFrom('sign_in_count').select('n').execute()).length
  }
  expect(await left()).toBe(3)
  ctx.setNow('2026-11-20T16:01:01Z')
  expect(await left()).toBe(1)
  ctx.setNow('2026-11-20T17:00:01Z')
  expect(await left()).toBe(0)
})
