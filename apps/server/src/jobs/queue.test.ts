import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { workersOf } from '../../test/jobs.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Shorter than the 30 s that a worker sleeps unless it is notified. */
const patience = { timeout: 25_000, interval: 20 }

/** Queues the numbers in one transaction, so that the worker is notified once. */
const sendNumbers = (name: 'send-transfer' | 'seal-contract', numbers: number[]) =>
  ctx.deps.db.transaction().execute(async (trx) => {
    for (const id of numbers) await ctx.deps.queue.send(trx, name, { transfer_id: id, loan_id: id })
  })

test('runs waiting jobs one after the other without a pause, also after one that fails', async () => {
  const done: number[] = []
  await ctx.deps.queue.work('seal-contract', async ({ loan_id }) => {
    if (loan_id === 2) throw new Error('this one is tried again later')
    done.push(loan_id)
  })
  // After its first job the worker looks for another, finds none and sleeps.
  await sendNumbers('seal-contract', [0])
  await expect.poll(() => done, patience).toEqual([0])
  await sendNumbers('seal-contract', [1, 2, 3, 4, 5, 6])
  await expect.poll(() => done.toSorted(), patience).toEqual([0, 1, 3, 4, 5, 6])
})

test('runs payouts while another one hangs', async () => {
  const done: number[] = []
  const hanging = Promise.withResolvers<void>()
  await ctx.deps.queue.work(
    'send-transfer',
    async ({ transfer_id }) => {
      if (transfer_id === 1) await hanging.promise
      done.push(transfer_id)
    },
    workersOf('send-transfer'),
  )
  await sendNumbers('send-transfer', [1, 2, 3, 4, 5, 6])
  await expect.poll(() => done.toSorted(), patience).toEqual([2, 3, 4, 5, 6])
  hanging.resolve()
  await expect.poll(() => done.at(-1), patience).toBe(1)
})

const mail = {
  ...{ to: 'ana@correo.mx', subject: 'Tu crédito', preheader: '' },
  paragraphs: ['Hola, Ana:', 'Tu enlace secreto'],
}

/** A mail job with `retry_limit` retries, which start without a delay. */
async function sendMailJob(retry_limit: number): Promise<string> {
  await ctx.deps.db.transaction().execute((trx) => ctx.deps.queue.send(trx, 'send-mail', mail))
  const { rows } = await sql<{ id: string }>`update pgboss.job
    set retry_limit = ${retry_limit}, retry_delay = 0, retry_backoff = false
    where name = 'send-mail' and state = 'created' returning id`.execute(ctx.deps.db)
  return rows[0]?.id ?? ''
}

test('logs each failed attempt of a job, the last one as an error, without the job’s data', async () => {
  const [warn, error] = [vi.spyOn(ctx.deps.log, 'warn'), vi.spyOn(ctx.deps.log, 'error')]
  const job_id = await sendMailJob(1)
  await ctx.deps.queue.work('send-mail', async ({ to, subject, paragraphs }) => {
    const refusal = { code: 'EENVELOPE', rejected: [to], response: `550 ${to}` }
    throw Object.assign(
      new Error(`550 <${to}> refused «${subject}» ${paragraphs.at(-1)} for jefa@empresa.mx`),
      refusal,
    )
  })
  await expect.poll(() => error.mock.calls, patience).toHaveLength(1)
  const err = {
    ...{ type: 'Error', code: 'EENVELOPE', message: '550 <…> refused «…» … for …' },
    stack: expect.stringContaining('queue.test.ts'),
  }
  const job = { job: 'send-mail', job_id, attempts: 2 }
  expect(warn.mock.calls).toEqual([[{ ...job, attempt: 1, err }, 'job failed, it is retried']])
  expect(error.mock.calls).toEqual([[{ ...job, attempt: 2, err }, 'job failed, no retries left']])
  expect(JSON.stringify([warn.mock.calls, error.mock.calls])).not.toMatch(/ana@|jefa@|Tu crédito|secreto/)
})

test('logs a job that throws a value other than an Error', async () => {
  const error = vi.spyOn(ctx.deps.log, 'error')
  await ctx.deps.db.transaction().execute((trx) => ctx.deps.queue.send(trx, 'check-audit', {}))
  await sql`update pgboss.job set retry_limit = 0 where name = 'check-audit'`.execute(ctx.deps.db)
  await ctx.deps.queue.work('check-audit', () => Promise.reject('a text'))
  await expect
    .poll(() => error.mock.calls.map(([fields]) => fields), patience)
    .toMatchObject([
      { job: 'check-audit', attempt: 1, attempts: 1, err: { type: 'string', message: 'a text' } },
    ])
})
