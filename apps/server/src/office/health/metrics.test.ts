import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { payOutWithoutSeal } from '../../../test/signed-contract.ts'
import {
  countAnswer,
  counted,
  countFailure,
  failingSeconds,
  failureCounts,
} from '../../integrations/failures.ts'
import { openStorage } from '../../integrations/storage/storage.ts'

const metrics_token = 'm'.repeat(32)
const folder = new URL('../../../../../docs/monitoring/', import.meta.url)

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
  Object.assign(ctx.deps.env, { metrics_token })
})

async function scrape() {
  const answer = await ctx.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metrics_token}` },
  })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

/** The value of a figure with exactly these labels; undefined where it is absent. */
function figureOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

test('tells the state of a new installation, and leaves out what never happened', async () => {
  const text = await scrape()
  expect(figureOf(text, 'quincena_payouts_paused')).toBe(0)
  expect(figureOf(text, 'quincena_reconciliation_days_open{reason="differences"}')).toBe(0)
  expect(figureOf(text, 'quincena_stp_queries_left')).toBeGreaterThan(0)
  for (const absent of ['ledger_differences', 'ledger_proof_age_seconds', 'backup_age_seconds'])
    expect(figureOf(text, `quincena_${absent}`), absent).toBeUndefined()
  expect(text).toMatch(/^quincena_build_info\{version="[\d.]+",node="[\d.]+"\} 1$/m)
  expect(figureOf(text, 'quincena_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0)
})

test('keeps the nightly proof of the ledger, and tells its age and its differences', async () => {
  await payOutWithoutSeal(ctx)
  await ctx.runJob('prove-ledger', {})
  const now = ctx.clock.now
  ctx.setNow(now.add({ hours: 3 }).toString())
  const text = await scrape()
  expect(figureOf(text, 'quincena_ledger_differences')).toBe(0)
  expect(figureOf(text, 'quincena_ledger_proof_age_seconds')).toBe(3 * 3600)
  expect(figureOf(text, 'quincena_contracts_unsealed')).toBe(1)
})

test('tells paused payouts, failed jobs and a balance', async () => {
  const { db } = ctx.deps
  const now = ctx.clock.now.toString()
  await db
    .insertInto('setting')
    .values({ name: 'payouts_paused', value: JSON.stringify({ paused: true }), updated_at: now })
    .execute()
  await db
    .insertInto('stp_balance')
    .values({
      id: 1,
      tried_at: now,
      asked_at: now,
      balance_cents: 1_234_56,
      pending_cents: 0,
      ledger_cents: 0,
    })
    .execute()
  await db.transaction().execute((trx) => ctx.deps.queue.send(trx, 'prove-ledger', {}))
  const text = await scrape()
  expect(figureOf(text, 'quincena_payouts_paused')).toBe(1)
  expect(figureOf(text, 'quincena_stp_balance_pesos')).toBe(1234.56)
  expect(figureOf(text, 'quincena_stp_balance_age_seconds')).toBe(0)
  expect(figureOf(text, 'quincena_jobs{name="prove-ledger",state="waiting"}')).toBe(1)
})

test('counts the failed calls of a service, but no missing file', async () => {
  const before = failureCounts().get('storage') ?? 0
  const storage = await openStorage(ctx.deps.env)
  await expect(storage.get('none/there')).rejects.toThrow()
  expect(failureCounts().get('storage')).toBe(before)
  const broken = counted('storage', async () => {
    throw new Error('away')
  })
  await expect(broken()).rejects.toThrow('away')
  countFailure('mail')
  const text = await scrape()
  expect(figureOf(text, 'quincena_service_failures_total{service="storage"}')).toBe(before + 1)
  expect(figureOf(text, 'quincena_service_failures_total{service="mail"}')).toBeGreaterThan(0)
})

test('tells since when a service answers no call, until one is answered or none is made for half an hour', () => {
  const failing = (now_ms: number) => failingSeconds(now_ms).get('constancia')
  countAnswer('constancia')
  countFailure('constancia', 1_000)
  expect(failing(9_000)).toBe(0)
  countFailure('constancia', 10_000)
  expect(failing(61_000)).toBe(60)
  const later_ms = 10_000 + 30 * 60_000
  expect(failing(later_ms)).toBe(0)
  countFailure('constancia', later_ms)
  expect(failing(later_ms)).toBe(0) // one failure, as those of before are forgotten
  countAnswer('constancia')
  expect(failing(61_000)).toBe(0)
})

test('the alert rules and the dashboard name only figures that exist, and use each of the lender’s', async () => {
  const text = await scrape()
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const files = await Promise.all(
    ['alerts.yml', 'dashboard.json'].map((name) => readFile(new URL(name, folder), 'utf8')),
  )
  const named = new Set(
    files.flatMap((file) => file.match(/\b(?:quincena|http_request|process|nodejs)_[a-z0-9_]+\b/g) ?? []),
  )
  const unknown = [...named].filter((name) => !known.has(name.replace(/_(?:count|bucket)$/, '')))
  expect(unknown).toEqual([])
  // Prometheus gives each sample these labels of its own, and renames the program's.
  expect(text).not.toMatch(/[{,](?:job|instance)="/)
  const unused = [...known].filter((name) => name.startsWith('quincena_') && !named.has(name))
  expect(unused).toEqual(['quincena_stp_balance_age_seconds'])
})
