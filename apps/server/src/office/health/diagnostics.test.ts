import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiagnosticCheck } from '@quincena/domain/diagnostics/schema'
import { formatDateTime } from '@quincena/domain/format'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { payOutWithoutSeal } from '../../../test/signed-contract.ts'
import { issueConstancia } from '../../lending/contracts/commands/issue-constancia.ts'
import { sealContract } from '../../lending/contracts/commands/seal-contract.ts'
import { notify } from '../../platform/notifications/commands/notify.ts'
import { writeSetting } from '../../platform/settings/commands/write-setting.ts'

let ctx: TestContext
let headers: Record<string, string>
let email: string

beforeAll(async () => {
  ctx = await createTestContext()
  await enter()
})

/** Signs a new admin in at the current time of the test clock. */
async function enter() {
  const admin = await makeStaff(ctx, 'U0')
  email = admin.email
  headers = await signIn(ctx, admin)
}

const post = (part: string) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}/diagnostics/${part}`, headers })

async function attempt(part: string) {
  const answer = await post(part)
  expect(answer.statusCode).toBe(200)
  const tried: DiagnosticCheck = answer.json()
  const facts = Object.fromEntries(tried.facts.map(({ fact, value }) => [fact, value]))
  return { ...tried, facts, steps: tried.steps.map(({ step }) => step) }
}

test('describes the server and its connections without secrets [B2.43]', async () => {
  const answer = await ctx.app.inject({ url: `${ctx.api}/diagnostics`, headers })
  expect(answer.json()).toMatchObject({
    ...{ node: process.versions.node, demo: true },
    ...{ database: 'external', storage: 'disk', stp: 'simulator', mail: 'outbox' },
  })
  expect(answer.body).not.toMatch(/postgres:|password|secret/i)
})

test('database: reports the last backup, and names a missing migration', async () => {
  const good = await attempt('database')
  expect(good).toMatchObject({ finding: 'database_good', steps: ['connect', 'migrations'], detail: null })
  expect(good.facts.backup).toBe('nunca')
  const made_at = '2026-11-20T16:00:00.000Z'
  await writeSetting(ctx.deps.db, 'last_backup', { value: { made_at }, updated_at: made_at })
  expect((await attempt('database')).facts.backup).toBe(formatDateTime('2026-11-20T16:00:00.000Z'))
  await sql`update kysely_migration set name = 'x' where name = '019_audit_search.sql'`.execute(ctx.superuser)
  const missing = await attempt('database')
  await sql`update kysely_migration set name = '019_audit_search.sql' where name = 'x'`.execute(ctx.superuser)
  expect(missing).toMatchObject({ finding: 'database_migrations', detail: '019_audit_search.sql' })
})

test('storage: writes, reads, compares and removes a file; reports only the code of an error', async () => {
  expect(await attempt('storage')).toMatchObject({
    finding: 'storage_good',
    steps: ['write', 'read', 'remove'],
  })
  expect(await readdir(join(ctx.deps.env.data_dir, 'files', 'health'))).toEqual([])
  const get = vi.spyOn(ctx.deps.storage, 'get').mockResolvedValue(new Uint8Array([1]))
  expect((await attempt('storage')).finding).toBe('storage_differs')
  get.mockRestore()
  const full = Object.assign(new Error('no space on /secret/path'), { code: 'ENOSPC' })
  const put = vi.spyOn(ctx.deps.storage, 'put').mockRejectedValue(full)
  expect(await attempt('storage')).toMatchObject({
    ...{ finding: 'storage_failed', detail: 'ENOSPC', steps: ['write'] },
  })
  put.mockRestore()
})

test('queue: a job is answered; queue_no_answer without a job runner', async () => {
  const trying = attempt('queue')
  await expect.poll(() => ctx.drain(['answer-probe']), { timeout: 8000 }).toBe(1)
  expect(await trying).toMatchObject({ steps: ['send', 'answer'], facts: { waiting: 0, failed_day: 0 } })
  expect((await trying).finding).toMatch(/^queue_(good|slow)$/)

  const unanswered = await attempt('queue')
  expect(unanswered).toMatchObject({ finding: 'queue_no_answer', facts: { waiting: 1 } })
  expect(await ctx.drain(['answer-probe'])).toBe(1)
})

test('queue: names the jobs that are retried and those that failed, as a warning', async () => {
  const { db, queue } = ctx.deps
  await db.transaction().execute(async (trx) => {
    for (const loan_id of [1, 2]) await queue.send(trx, 'seal-contract', { loan_id })
    await queue.send(trx, 'send-mail', { to: 'ana@correo.mx', subject: 's', preheader: '', paragraphs: [] })
  })
  await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 minute'
    where name = 'seal-contract'`.execute(db)
  await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'send-mail'`.execute(db)
  const trying = attempt('queue')
  await expect.poll(() => ctx.drain(['answer-probe']), { timeout: 8000 }).toBe(1)
  expect(await trying).toMatchObject({
    ...{ finding: 'queue_jobs_fail', detail: 'seal-contract (2), send-mail (1)' },
    facts: { waiting: 0, retrying: 2, failed_day: 1 },
  })
  await sql`delete from pgboss.job where name in ('seal-contract', 'send-mail')`.execute(db)
})

const questions = async () =>
  (await ctx.deps.db.selectFrom('stp_query').select('purpose').execute()).map(({ purpose }) => purpose)

test('STP: uses one query of the hour; none if few are left, none in the nightly pause', async () => {
  const good = await attempt('stp')
  expect(good).toMatchObject({ finding: 'stp_good', facts: { questions: 1 } })
  expect(good.facts.connected).toBeGreaterThan(0)
  expect(await questions()).toEqual(['staff'])

  const limit = ctx.deps.env.stp.queries_per_hour
  await sql`insert into stp_query (purpose) select 'transit' from generate_series(1, ${limit / 2}::int)`.execute(
    ctx.deps.db,
  )
  expect((await attempt('stp')).finding).toBe('stp_budget')
  expect((await questions()).filter((purpose) => purpose === 'staff')).toHaveLength(1)

  await ctx.deps.db.deleteFrom('stp_query').execute()
  ctx.setNow('2026-11-21T05:58:00Z')
  await enter()
  expect((await attempt('stp')).finding).toBe('stp_closed')
  expect(await questions()).toEqual([])
})

test('mail: sends a test to the admin who asks; mail_kept without a mail server', async () => {
  await ctx.deps.db.transaction().execute(async (trx) => {
    const { id: recipient_id } = await makeWorker(ctx)
    for (const reason_key of ['paid:5:1', 'paid:5:2', 'paid:5:3'] as const)
      await notify(ctx.deps, trx, { recipient_id, title: 't', message: 'm', reason_key })
  })
  await sql`update notice_delivery set state = 'failed'`.execute(ctx.deps.db)
  await sql`update notice_delivery set state = 'given_up', next_try_at = null, finished_at = created_at
    where id = (select min(id) from notice_delivery)`.execute(ctx.deps.db)
  expect(await attempt('mail')).toMatchObject({
    finding: 'mail_kept',
    facts: { address: email, deliveries_failing: 2, deliveries_given_up: 1 },
  })
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
  const [mail = '', ...others] = mails.filter((text) => text.includes('\nSubject: Correo de prueba\n'))
  expect(mail).toContain(`To: ${email}\n`)
  expect(others).toEqual([])
})

test('clock: clock_off far from the database’s clock, clock_good close to it', async () => {
  const off = await attempt('clock')
  expect(off.finding).toBe('clock_off')
  expect(Math.abs(Number(off.facts.database_ms))).toBeGreaterThan(1000)
  const { clock } = ctx.deps
  ctx.deps.clock = () => Temporal.Now.instant()
  await enter()
  const good = await attempt('clock')
  ctx.deps.clock = clock
  ctx.setNow('2026-11-20T17:00:00Z')
  await enter()
  expect(good.finding).toBe('clock_good')
  expect(good.facts).toEqual({ database_ms: expect.any(Number), stp_ms: expect.any(Number) })
})

test('seal: warns of an own certificate and of expiry within 30 days; fails if it is not valid', async () => {
  const good = await attempt('seal')
  expect(good).toMatchObject({ finding: 'seal_own', steps: ['open'] })
  expect(Object.keys(good.facts)).toEqual(['valid_from', 'valid_until'])
  for (const [now, finding] of [
    ['2036-11-01T16:00:00Z', 'seal_expires'],
    ['2036-11-21T16:00:00Z', 'seal_not_valid'],
    ['2026-11-18T16:00:00Z', 'seal_not_valid'],
  ] as const) {
    ctx.setNow(now)
    await enter()
    expect((await attempt('seal')).finding).toBe(finding)
  }
  ctx.setNow('2026-11-20T17:00:00Z')
  await enter()
})

test('reports a balanced ledger, and the process after one second of measurement', async () => {
  expect(await attempt('ledger')).toMatchObject({ finding: 'ledger_balanced', facts: { differences: 0 } })
  const { facts, took_ms } = await attempt('process')
  expect(took_ms).toBeGreaterThanOrEqual(990)
  expect(facts.memory_mb).toBeGreaterThan(10)
})

test('contracts: a paid-out contract without a seal is a failure after 10 minutes', async () => {
  ctx.setNow('2026-11-20T17:00:00Z')
  await enter()
  expect(await attempt('contracts')).toMatchObject({
    ...{ finding: 'contracts_good', steps: ['count'], facts: { unsealed: 0, unsealed_since: null } },
  })
  const loan_id = await payOutWithoutSeal(ctx)
  const since = formatDateTime(ctx.clock.now.toString())
  ctx.setNow('2026-11-20T17:10:00Z')
  await enter()
  const facts = { unsealed: 1, unsealed_since: since }
  expect(await attempt('contracts')).toMatchObject({ finding: 'contracts_good', facts })
  ctx.setNow('2026-11-20T17:11:00Z')
  await enter()
  expect(await attempt('contracts')).toMatchObject({ finding: 'contracts_unsealed', facts })
  await sealContract(ctx.deps, { loan_id })
  expect(await attempt('contracts')).toMatchObject({ finding: 'contracts_good', facts: { unsealed: 0 } })
})

test('contracts: a letter without a file is a failure after 10 minutes; void ones do not count', async () => {
  ctx.setNow('2026-11-20T18:00:00Z')
  await enter()
  const { id: user_id } = await makeWorker(ctx)
  const letter = { kind: 'interest', user_id, payload: '{}', payload_sha256: 'a'.repeat(64) } as const
  const created_at = '2026-11-20T17:49:00Z'
  const { id } = await ctx.deps.db
    .insertInto('letter')
    .values({ ...letter, year: 2025, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await attempt('contracts')).toMatchObject({
    finding: 'contracts_letters_unsealed',
    facts: { letters_unsealed: 1, letters_unsealed_since: formatDateTime(created_at) },
  })
  const voided = { voided_at: '2026-11-20T18:00:00Z', void_reason: 'data_changed' } as const
  await ctx.deps.db.updateTable('letter').set(voided).where('id', '=', id).execute()
  expect(await attempt('contracts')).toMatchObject({
    ...{ finding: 'contracts_good', facts: { letters_unsealed: 0 } },
  })
})

test('constancia: counts sealed files whose constancia was refused, with the reason, until they have it', async () => {
  expect(await attempt('constancia')).toMatchObject({
    ...{ finding: 'constancia_stand_in', steps: ['open', 'count'], detail: null },
    facts: { anchors: 0, refused: 0, refused_since: null },
  })
  const { constancia } = ctx.deps.env
  onTestFinished(() => {
    ctx.deps.env.constancia = constancia
  })
  ctx.deps.env.constancia = { ...constancia, url: 'http://127.0.0.1:1/tsa', stand_in: false }
  expect((await attempt('constancia')).finding).toBe('constancia_unchecked')
  const loan_id = await payOutWithoutSeal(ctx)
  await sealContract(ctx.deps, { loan_id })
  await expect(issueConstancia(ctx.deps, { loan_id })).rejects.toThrow('cannot be reached')
  const since = formatDateTime(ctx.clock.now.toString())
  const refused = await attempt('constancia')
  expect(refused).toMatchObject({
    ...{ finding: 'constancia_refused', detail: 'The authority cannot be reached' },
    facts: { refused: 1, refused_since: since },
  })
  ctx.deps.env.constancia = constancia
  await issueConstancia(ctx.deps, { loan_id })
  expect(await attempt('constancia')).toMatchObject({ facts: { refused: 0 }, detail: null })
})

test('409 for a second check of the same part; another part is free; 404 for an unknown one', async () => {
  const [first, second, other] = await Promise.all([post('process'), post('process'), post('storage')])
  expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409])
  expect(other.statusCode).toBe(200)
  expect((await post('process')).statusCode).toBe(200)
  expect((await post('printer')).statusCode).toBe(404)
})

test('oidc: says that no provider is configured', async () => {
  expect(await attempt('oidc')).toMatchObject({ finding: 'oidc_none', facts: {}, detail: null })
})
