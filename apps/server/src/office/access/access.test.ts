import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import { takeMails } from '../../../test/mails.ts'
import { connect } from '../../db/connect.ts'
import { writeAudits } from '../../platform/audit/commands/write-audit.ts'
import { openAccessRecord } from './commands/record-access.ts'
import { watchAccess } from './commands/watch-access.ts'

let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeStaff>>

beforeAll(async () => {
  ctx = await createTestContext()
  admin = await makeStaff(ctx, 'U0')
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const get = (path: string, headers: Record<string, string>) =>
  ctx.app.inject({ url: `${ctx.api}${path}`, headers })

const rowsOf = (actor_id: number, action: string) =>
  ctx.deps.db
    .selectFrom('audit')
    .select(['subject', 'subject_id', 'after'])
    .where('actor_id', '=', actor_id)
    .where('action', '=', action)
    .orderBy('id')
    .execute()

test('records what staff see of people, once in ten minutes, and not what people see of themselves', async () => {
  const worker = await makeWorker(ctx)
  const { loan } = await makeLoan(ctx, { worker })
  const manager = await makeStaff(ctx, 'U1')
  const headers = await signIn(ctx, manager)
  for (const path of [`/auth/user/${worker.id}`, `/loan/${loan.id}`, `/auth/user/${worker.id}`])
    expect((await get(path, headers)).statusCode).toBe(200)
  expect((await get(`/auth/user/${manager.id}`, headers)).statusCode).toBe(200)
  expect((await get('/auth/user/99999999', headers)).statusCode).toBe(404)
  const own = await signIn(ctx, worker)
  expect((await get(`/loan/${loan.id}`, own)).statusCode).toBe(200)
  const viewed = () => rowsOf(manager.id, 'personal_data.viewed')
  await expect.poll(viewed, { timeout: 5000 }).toEqual([
    { subject: 'user', subject_id: worker.id, after: { times: 1 } },
    { subject: 'loan', subject_id: loan.id, after: { times: 1 } },
  ])
  expect(await rowsOf(worker.id, 'personal_data.viewed')).toEqual([])
})

test('records refused calls with their number, and a person’s failed sign-ins with address and device', async () => {
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  const answers = await Promise.all([1, 2, 3].map(() => get('/audit', headers)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  await expect
    .poll(() => rowsOf(worker.id, 'access.denied'), { timeout: 5000 })
    .toEqual([
      {
        subject: 'session',
        subject_id: expect.any(Number),
        after: { call: 'GET /quincena/api/audit', times: 3 },
      },
    ])

  for (const email of [worker.email, 'nadie@empresa.mx']) {
    const payload = { email, password: 'otra-cosa' }
    const user = { 'user-agent': 'Prueba/1.0' }
    const options = { method: 'POST', url: `${ctx.api}/auth/login`, payload, headers: user } as const
    expect((await ctx.app.inject(options)).statusCode).toBe(401)
  }
  const failed = ctx.deps.db
    .selectFrom('audit')
    .select(['actor_id', 'subject_id', 'after', 'ip', 'user_agent'])
  expect(await failed.where('action', '=', 'session.refused').orderBy('id').execute()).toEqual(
    [worker.id, null].map((subject_id) => ({
      ...{ actor_id: null, subject_id, ip: '127.0.0.1', user_agent: 'Prueba/1.0' },
      after: { outcome: 'wrong_password' },
    })),
  )
})

test('writes what waits when the server ends', async () => {
  const own = await createTestContext()
  const worker = await makeWorker(own)
  const headers = await signIn(own, worker)
  expect((await own.app.inject({ url: `${own.api}/audit`, headers })).statusCode).toBe(403)
  await own.app.close()
  const count = own.deps.db.selectFrom('audit').select('id').where('action', '=', 'access.denied')
  expect(await count.execute()).toHaveLength(1)
})

test('what the database does not take now is written later', async () => {
  const { id: user_id } = await makeStaff(ctx)
  const slow = connect(ctx.deps.env.database_url ?? '', { max: 1, statement_limit_ms: 300 })
  const record = openAccessRecord({ ...ctx.deps, db: slow })
  const lock = ctx.superuser.transaction().execute(async (trx) => {
    await sql`lock table audit in access exclusive mode`.execute(trx)
    await sleep(2000)
  })
  await sleep(200)
  record.add({
    context: { user: { id: user_id }, ip: '10.9.9.8', user_agent: null },
    action: 'access.denied',
    subject: ['session', 1],
    after: { call: 'GET /y' },
  })
  await lock
  expect(await rowsOf(user_id, 'access.denied')).toEqual([])
  await expect
    .poll(() => rowsOf(user_id, 'access.denied'), { timeout: 10_000 })
    .toEqual([{ subject: 'session', subject_id: 1, after: { call: 'GET /y', times: 1 } }])
  await record.close()
  await slow.destroy()
})

/** The titles of the mails that wait. */
async function drainMails() {
  const mails = await takeMails(ctx)
  return mails.filter(({ to }) => to === admin.email).map(({ subject }) => subject)
}

test('mails the admins once a day: many denials, failed sign-ins, views of many people, changed limits', async () => {
  const manager = await makeStaff(ctx, 'U1')
  const context = {
    ...{ user: { id: manager.id, user_type: 'U1' as const, company_id: null }, session_id: null },
    ...{ ip: '10.9.9.9', user_agent: null },
  }
  const write = (entries: Parameters<typeof writeAudits>[2]) =>
    ctx.deps.db.transaction().execute((trx) => writeAudits(ctx.deps, trx, entries))
  const views = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      ...{ context, action: 'personal_data.viewed' as const, subject: ['user', 1000 + number] as const },
      after: { times: 1 },
    }))
  const denied = (times: number) => ({
    ...{ context, action: 'access.denied' as const, subject: ['session', 1] as const },
    after: { call: 'GET /x', times },
  })
  await write([...views(99), denied(29)])
  await watchAccess(ctx.deps)
  expect(await drainMails()).toEqual([])

  await write([...views(100).slice(99), denied(1)])
  await write(
    Array.from({ length: 50 }, () => ({
      ...{
        context: null,
        origin: { ip: '203.0.113.9', user_agent: null },
        action: 'session.refused' as const,
      },
      ...{ subject: ['user', null] as const, after: { outcome: 'wrong_password' } },
    })),
  )
  await write([{ context, action: 'loan_limits.changed', subject: ['setting', null] }])
  const titles = [
    'Alguien vio los datos de muchas personas',
    'Cambiaron límites o reglas de acceso',
    'Muchos accesos negados',
    'Muchos intentos fallidos de entrar',
  ]
  await watchAccess(ctx.deps)
  await watchAccess(ctx.deps)
  expect((await drainMails()).toSorted()).toEqual(titles)

  ctx.setNow('2026-11-20T17:01:00Z')
  await watchAccess(ctx.deps)
  expect(await drainMails()).toEqual([])
})

test('mails a changed proof setting and resumed payouts, also hours later, once', async () => {
  const context = {
    ...{ user: { id: admin.id, user_type: 'U0' as const, company_id: null }, session_id: null },
    ...{ ip: '10.9.9.9', user_agent: null },
  }
  const entries = (['proof_days.changed', 'payouts.resumed'] as const).map((action) => ({
    ...{ context, action, subject: ['setting', null] as const },
  }))
  ctx.setNow('2026-11-24T16:00:00Z')
  await ctx.deps.db.transaction().execute((trx) => writeAudits(ctx.deps, trx, entries))
  const title = 'Cambiaron límites o reglas de acceso'
  ctx.setNow('2026-11-24T22:00:00Z')
  await watchAccess(ctx.deps)
  expect(await drainMails()).toEqual([title, title])
  ctx.setNow('2026-11-25T02:00:00Z')
  await watchAccess(ctx.deps)
  expect(await drainMails()).toEqual([])
})

test('logs how many entries are dropped while the database does not answer', async () => {
  const lines: unknown[] = []
  const log = { ...ctx.deps.log, error: (...line: unknown[]) => lines.push(...line) }
  const record = openAccessRecord({ ...ctx.deps, log })
  const context = {
    ...{ user: { id: admin.id, user_type: 'U0' as const, company_id: null }, session_id: null },
    ...{ ip: '10.9.9.9', user_agent: null },
  }
  for (let id = 1; id <= 10_003; id += 1)
    record.add({ context, action: 'personal_data.viewed', subject: ['user', id], after: {} })
  await record.close()
  expect(lines).toEqual([{ entries: 3 }, 'access not recorded: too many entries wait'])
})

test('mails the admins that the audit trail is broken', async () => {
  const { rows } = await ctx.deps.db.executeQuery(
    ctx.deps.db
      .insertInto('audit')
      .values({
        ...{
          actor_id: null,
          action: 'user.deleted',
          subject: 'user',
          subject_id: 1,
          before: null,
          after: null,
        },
        ...{ ip: null, user_agent: null, created_at: '2026-10-01T00:00:00Z', hmac: null },
      })
      .returning('id')
      .compile(),
  )
  expect(rows).toHaveLength(1)
  await ctx.runJob('check-audit', {})
  await watchAccess(ctx.deps)
  expect(await drainMails()).toContain('La bitácora de auditoría está rota')
})
