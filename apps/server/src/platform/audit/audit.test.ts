import { read, utils } from '@e965/xlsx'
import type { AuditAction, AuditSubject } from '@quincena/domain/audit/words'
import type { UserType } from '@quincena/domain/users/schema'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import { checkAudit } from './checks/audit.ts'
import { chainAudit } from './commands/chain-audit.ts'
import { writeAudit } from './commands/write-audit.ts'

let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeStaff>>
let headers: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  admin = await makeStaff(ctx, 'U0')
  headers = await signIn(ctx, admin)
})

const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36'

interface Details {
  /** The staff member who acts; default: the file's admin. */
  actor?: { id: number; user_type: UserType }
  before?: object
  after?: object
  subject?: readonly [AuditSubject, number | null]
  user_agent?: string
}

function writeEntry(action: AuditAction, details: Details = {}) {
  const { actor = admin, subject = ['company', 7_000_007], user_agent = null, ...change } = details
  const user = { id: actor.id, user_type: actor.user_type, company_id: null }
  const context = { user, session_id: null, ip: '10.1.2.3', user_agent }
  return ctx.deps.db
    .transaction()
    .execute((trx) => writeAudit(ctx.deps, trx, { context, action, subject, ...change }))
}

const list = async (query: string) =>
  (await ctx.app.inject({ url: `${ctx.api}/audit?${query}`, headers })).json()

test('lists actor, action, change, IP address and instant, and filters by user, action and business day', async () => {
  const actor = await makeStaff(ctx, 'U0')
  ctx.setNow('2026-11-19T05:59:59Z')
  await writeEntry('company.created', { actor, after: { name: 'a' } })
  ctx.setNow('2026-11-19T06:00:00Z')
  await writeEntry('company.updated', { actor, before: { name: 'a' }, after: { name: 'b' } })
  const own = (query: string) => list(`user=${actor.id}&${query}`)
  const { count, results } = await own('')
  expect(count).toBe(2)
  expect(results[0]).toMatchObject({
    user: actor.id,
    user_name: 'Gerardo Soto',
    action: 'company.updated',
    subject: 'company',
    subject_id: '7000007',
    before: { name: 'a' },
    after: { name: 'b' },
    ip: '10.1.2.3',
    created_at: '2026-11-19T06:00:00.000Z',
    hash: null,
  })
  expect((await own('action=company.created')).count).toBe(1)
  expect((await own('from=2026-11-19')).count).toBe(1)
  expect((await own('to=2026-11-18')).count).toBe(1)
  expect((await own('from=2026-11-18&to=2026-11-19')).count).toBe(2)
  expect((await list('user=999999')).count).toBe(0)
})

const list20 = (query: string) => list(`page_size=20&${query}`)
const actionsOf = async (query: string) =>
  (await list20(query)).results.map(({ action }: { action: string }) => action)

test('searches by actor, affected user, folio and id, and filters by subject and subject id', async () => {
  const worker = await makeWorker(ctx, { first_name: 'Xóchitl', last_name: 'Quetzal' })
  const { loan } = await makeLoan(ctx, { worker })
  const company_id = worker.company_id ?? 0
  const actor = await makeStaff(ctx, 'U0')
  const name = { first_name: 'Petronila', last_name: 'Alcocer' }
  await ctx.deps.db.updateTable('app_user').set(name).where('id', '=', actor.id).execute()
  await writeEntry('user.updated', { subject: ['user', worker.id] })
  await writeEntry('loan.approve', { subject: ['loan', loan.id] })
  await writeEntry('payment.reversed', { subject: ['payment', 424_242] })
  await writeEntry('company.deleted', { subject: ['company', company_id], actor })
  expect(await actionsOf('search=xochitl quetzal')).toEqual(['user.updated'])
  expect(await actionsOf(`search=${loan.folio}`)).toEqual(['loan.approve'])
  expect(await actionsOf('search=424242')).toEqual(['payment.reversed'])
  expect(await actionsOf('search=nadie')).toEqual([])
  expect(await actionsOf('search=petronila alcocer')).toEqual(['company.deleted'])
  expect(await actionsOf(`subject=loan&subject_id=${loan.id}`)).toEqual(['loan.approve'])
  expect(await actionsOf(`subject=company&subject_id=${company_id}`)).toEqual(['company.deleted'])
  const [row] = (await list20(`subject=loan&subject_id=${loan.id}`)).results
  expect(row.subject_name).toBe(loan.folio)
  await writeEntry('list.exported', { actor, subject: ['export', 7_000_007], after: { list: 'Ordenes_STP' } })
  expect((await list20(`user=${actor.id}&action=list.exported`)).results[0].subject_name).toBe('Ordenes STP')
})

test('exports the listed rows in Spanish texts, with the device [B2.22]', async () => {
  const actor = await makeStaff(ctx, 'U0')
  const session = { subject: ['session', 3] } as const
  await writeEntry('session.ended', { ...session, actor, user_agent: agent, after: { all: true } })
  const url = `${ctx.api}/audit/export?action=session.ended&user=${actor.id}`
  const answer = await ctx.app.inject({ url, headers })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Auditoria_.*\.xlsx"$/)
  const sheet = read(answer.rawPayload).Sheets.Auditoria ?? {}
  expect(utils.sheet_to_json(sheet)).toMatchObject([
    {
      ...{ Quién: 'Gerardo Soto', Acción: 'Cerró una sesión', Sobre: 'Sesión', Cuál: '3' },
      ...{ Después: '{"all":true}', IP: '10.1.2.3', Dispositivo: 'Chrome en Windows' },
    },
  ])
})

test('rejects managers and workers with 403', async () => {
  for (const person of [await makeStaff(ctx, 'U1'), await makeWorker(ctx)]) {
    const theirs = await signIn(ctx, person)
    expect((await ctx.app.inject({ url: `${ctx.api}/audit`, headers: theirs })).statusCode).toBe(403)
  }
})

test('refuses update, delete and truncate of audit rows', async () => {
  await writeEntry('company.created')
  await expect(sql`update audit set action = 'x'`.execute(ctx.superuser)).rejects.toThrow('append only')
  await expect(sql`delete from audit`.execute(ctx.superuser)).rejects.toThrow('append only')
  await expect(sql`truncate audit cascade`.execute(ctx.superuser)).rejects.toThrow('append only')
})

test('chains every row exactly once, with parallel runs and late commits', async () => {
  for (let index = 0; index < 1200; index += 1) await writeEntry('document.uploaded')
  await Promise.all([chainAudit(ctx.deps), chainAudit(ctx.deps), chainAudit(ctx.deps)])
  await chainAudit(ctx.deps)

  // A row with a lower id that commits after higher ones.
  const late = await ctx.deps.db.startTransaction().execute()
  await writeAudit(ctx.deps, late, { context: null, action: 'user.invited', subject: ['user', 1] })
  await writeEntry('document.refused')
  await chainAudit(ctx.deps)
  await late.commit().execute()
  await chainAudit(ctx.deps)

  const { rows } = await sql<{ missing: number }>`
    select count(*) as missing from audit where id not in (select audit_id from audit_chain)`.execute(
    ctx.deps.db,
  )
  expect(rows[0]?.missing).toBe(0)
  await checkAudit(ctx.deps, ({ text }) => expect.unreachable(text))
  expect((await list('action=user.invited')).results[0].hash).toMatch(/^[0-9a-f]{64}$/)
})

const chain = async (method: 'GET' | 'POST' = 'GET') =>
  (await ctx.app.inject({ method, url: `${ctx.api}/audit/chain`, headers })).json()

test('runs one chain check at a time and stores its result', async () => {
  await writeEntry('company.created')
  await ctx.deps.db.deleteFrom('audit_check').execute()
  expect(await chain()).toEqual({
    ...{ asked_at: null, finished_at: null, checked: null, broken_audit_id: null, broken_kind: null },
  })
  await chainAudit(ctx.deps)
  await Promise.all([chain('POST'), chain('POST')])
  expect(await chain()).toMatchObject({ asked_at: expect.any(String), finished_at: null })
  expect(await ctx.drain(['check-audit'])).toBe(1)
  const { rows } = await sql<{ links: number }>`select count(*) as links from audit_chain`.execute(
    ctx.deps.db,
  )
  expect(await chain()).toMatchObject({
    ...{ finished_at: expect.any(String), checked: rows[0]?.links, broken_audit_id: null },
  })
})

test('deletes idempotency keys after 48 hours, except those of money operations', async () => {
  const key = (name: string, keep: boolean) => ({
    ...{ caller_id: admin.id, method: 'POST', path: '/x', key: name, body_sha256: Buffer.alloc(32), keep },
    ...{ answer: '{}', created_at: '2026-11-18T06:00:00Z' },
  })
  const { db } = ctx.deps
  await db
    .insertInto('idempotency_key')
    .values([key('a', false), key('b', true)])
    .execute()
  const keys = () =>
    db.selectFrom('idempotency_key').select('key').where('caller_id', '=', admin.id).orderBy('key').execute()
  ctx.setNow('2026-11-20T05:59:00Z')
  await ctx.runJob('purge-expired-data', {})
  expect(await keys()).toEqual([{ key: 'a' }, { key: 'b' }])
  ctx.setNow('2026-11-20T06:01:00Z')
  await ctx.runJob('purge-expired-data', {})
  expect(await keys()).toEqual([{ key: 'b' }])
})

test('deletes client log lines after 30 days [E4.11]', async () => {
  const { id: user_id } = await makeWorker(ctx)
  const line = { user_id, action: 'accept', log_level: 'ERROR' as const, message: 'sin señal' }
  const at = (created_at: string) => ({ ...line, created_at })
  await ctx.deps.db
    .insertInto('client_log')
    .values([at('2026-10-01T06:00:00Z'), at('2026-10-31T06:00:00Z')])
    .execute()
  ctx.setNow('2026-11-20T06:01:00Z')
  await ctx.runJob('purge-expired-data', {})
  const lines = ctx.deps.db.selectFrom('client_log').select('created_at').where('user_id', '=', user_id)
  expect(await lines.execute()).toHaveLength(1)
})

test.each([
  ['/audit?to=9999-12-31', 'to'],
  ['/audit/export?from=0000-01-01', 'from'],
  ['/stp?operation_date=0000-01-01', 'operation_date'],
  ['/audit?from=2026-02-31', 'from'],
])('rejects a day that does not exist or is out of range with 422 at its field: %s', async (path, field) => {
  const refused = await ctx.app.inject({ url: `${ctx.api}${path}`, headers })
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { [field]: ['Fecha inválida'] }])
})

test('accepts the first and the last day of the range, also without results', async () => {
  const paths = ['/audit?from=0001-01-01&to=9998-12-31', '/stp?operation_date=0001-01-01']
  const answers = paths.map((path) => ctx.app.inject({ url: `${ctx.api}${path}`, headers }))
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})
