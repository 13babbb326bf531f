import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { chainAudit } from '../../jobs/chain-audit.ts'
import { forgetOldKeys } from '../../jobs/forget-old-keys.ts'
import { writeAudit } from '../../lib/audit.ts'
import { findBrokenLink } from './queries.ts'

let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeStaff>>
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  admin = await makeStaff(ctx, 'U0')
  headers = await signIn(ctx, admin)
})

function act(action: string, details: { before?: object; after?: object } = {}) {
  const user = { id: admin.id, user_type: admin.user_type, company_id: null }
  const context = { user, session_id: null, ip: '10.1.2.3', user_agent: null }
  return ctx.deps.db
    .transaction()
    .execute((trx) =>
      writeAudit(ctx.deps, trx, { context, action, subject: 'thing', subject_id: 7, ...details }),
    )
}

const list = async (query: string) =>
  (await ctx.app.inject({ url: `${ctx.api}/audit?${query}`, headers })).json()

test('who, what, when, from where; by person, action and business day', async () => {
  ctx.setNow('2026-11-19T05:59:59Z')
  await act('thing.made', { after: { name: 'a' } })
  ctx.setNow('2026-11-19T06:00:00Z')
  await act('thing.changed', { before: { name: 'a' }, after: { name: 'b' } })
  const { count, results } = await list(`user=${admin.id}`)
  expect(count).toBe(2)
  expect(results[0]).toMatchObject({
    ...{
      user: admin.id,
      user_name: 'Gerardo Soto',
      action: 'thing.changed',
      subject: 'thing',
      subject_id: '7',
    },
    ...{
      before: { name: 'a' },
      after: { name: 'b' },
      ip: '10.1.2.3',
      created_at: '2026-11-19T06:00:00.000Z',
      hash: null,
    },
  })
  expect((await list('action=thing.made')).count).toBe(1)
  expect((await list('from=2026-11-19')).count).toBe(1)
  expect((await list('to=2026-11-18')).count).toBe(1)
  expect((await list('from=2026-11-18&to=2026-11-19')).count).toBe(2)
  expect((await list('user=999999')).count).toBe(0)
})

test('only admins read it', async () => {
  for (const person of [await makeStaff(ctx, 'U1'), await makeWorker(ctx)]) {
    const theirs = await signIn(ctx, person)
    expect((await ctx.app.inject({ url: `${ctx.api}/audit`, headers: theirs })).statusCode).toBe(403)
  }
})

test('nobody rewrites it', async () => {
  await expect(sql`update audit set action = 'x'`.execute(ctx.deps.db)).rejects.toThrow('append only')
  await expect(sql`delete from audit`.execute(ctx.deps.db)).rejects.toThrow('append only')
  await expect(sql`truncate audit cascade`.execute(ctx.deps.db)).rejects.toThrow('append only')
})

test('the chain covers every row once, however many chain at a time and whenever rows commit', async () => {
  for (let index = 0; index < 1200; index += 1) await act(`many.${index}`)
  await Promise.all([chainAudit(ctx.deps), chainAudit(ctx.deps), chainAudit(ctx.deps)])
  await chainAudit(ctx.deps)

  // A row that was numbered before others and commits after them.
  const late = await ctx.deps.db.startTransaction().execute()
  await writeAudit(ctx.deps, late, { context: null, action: 'late', subject: 'thing', subject_id: 1 })
  await act('early')
  await chainAudit(ctx.deps)
  await late.commit().execute()
  await chainAudit(ctx.deps)

  const { rows } = await sql<{ missing: number }>`
    select count(*) as missing from audit where id not in (select audit_id from audit_chain)`.execute(
    ctx.deps.db,
  )
  expect(rows[0]?.missing).toBe(0)
  expect(await findBrokenLink(ctx.deps.db)).toBeNull()
  expect((await list('action=late')).results[0].hash).toMatch(/^[0-9a-f]{64}$/)
})

test('a row changed behind the triggers’ back breaks the chain at its place', async () => {
  const { id } = await ctx.deps.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'many.7')
    .executeTakeFirstOrThrow()
  await sql`alter table audit disable trigger audit_append_only`.execute(ctx.deps.db)
  await sql`update audit set actor_id = null where id = ${id}`.execute(ctx.deps.db)
  expect(await findBrokenLink(ctx.deps.db)).toBe(id)
})

test('idempotency keys go after 48 hours, those that moved money never', async () => {
  const key = (name: string, keep: boolean) => ({
    ...{ caller_id: admin.id, method: 'POST', path: '/x', key: name, body_sha256: Buffer.alloc(32), keep },
    ...{ answer: '{}', created_at: '2026-11-18T06:00:00Z' },
  })
  await ctx.deps.db
    .insertInto('idempotency_key')
    .values([key('a', false), key('b', true)])
    .execute()
  ctx.setNow('2026-11-20T05:59:00Z')
  await forgetOldKeys(ctx.deps)
  expect(await ctx.deps.db.selectFrom('idempotency_key').select('key').execute()).toHaveLength(2)
  ctx.setNow('2026-11-20T06:01:00Z')
  await forgetOldKeys(ctx.deps)
  expect(await ctx.deps.db.selectFrom('idempotency_key').select('key').execute()).toEqual([{ key: 'b' }])
})
