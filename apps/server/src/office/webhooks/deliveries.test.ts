import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany } from '../../../test/factories.ts'
import { takeMails } from '../../../test/mails.ts'
import { type Received, startReceiver } from '../../../test/webhook-receiver.ts'
import { findEndpoint, makeEndpoint, recordLoanEvent } from '../../../test/webhooks.ts'
import { isoOf } from '../../command/clock.ts'
import { numberEvents, recordEvent } from '../../platform/webhook-events/commands.ts'
import { deliverEvents } from './commands/deliver-events.ts'
import { changeEndpoint, replayEvents, rotateSecret } from './commands/save-endpoint.ts'
import { findOldestWaiting, listAttempts } from './queries.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  await ctx.deps.db.deleteFrom('webhook_endpoint').execute()
})

const record = async (...loan_ids: number[]) => {
  for (const loan_id of loan_ids) await recordLoanEvent(ctx, { loan_id })
}
const pass = (time: { seconds?: number; hours?: number }) => ctx.setNow(ctx.clock.now.add(time).toString())
const loansOf = (received: readonly Received[]) => received.map(({ message }) => message.data.loan_id)

const isSigned = ({ headers, body }: Received, secret: string) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(signature)
}

test('deliverEvents sends the events of an endpoint in order, signed, and each once', async () => {
  const receiver = await startReceiver()
  const { id, secret } = await makeEndpoint(ctx, { url: receiver.url })
  await record(1, 2, 3)
  expect(await deliverEvents(ctx.deps)).toBe(3)
  expect(await deliverEvents(ctx.deps)).toBe(0)
  expect(loansOf(receiver.received)).toEqual([1, 2, 3])
  const [first, second] = receiver.positions()
  expect((second ?? 0) - (first ?? 0)).toBe(1)
  expect(receiver.received.every((item) => isSigned(item, secret))).toBe(true)
  expect(receiver.received[0]?.message).toEqual({
    ...{ type: 'loan.approved', version: 1, position: first, timestamp: '2026-11-20T16:00:00.000Z' },
    data: {
      ...{ loan_id: 1, folio: 'C-1', type: 'credit', user_id: 1, company_id: null, amount_cents: 100_000 },
    },
  })
  expect(Number(receiver.received[0]?.headers['webhook-timestamp'])).toBe(
    ctx.clock.now.epochMilliseconds / 1000,
  )
  expect(await findEndpoint(ctx, id)).toMatchObject({ attempts: 0, claim: null })
})

test('findOldestWaiting finds the oldest event that an endpoint asked for and did not get, also an unnumbered one', async () => {
  const none = { active: null, failing: null }
  expect(await findOldestWaiting(ctx.deps.db)).toEqual(none)
  const taker = await startReceiver()
  const refuser = await startReceiver((response) => void response.writeHead(500).end('no'))
  await makeEndpoint(ctx, { url: taker.url, event_types: ['loan.approved'] })
  await makeEndpoint(ctx, { url: refuser.url, event_types: ['loan.rejected'] })
  await recordLoanEvent(ctx, { loan_id: 1, type: 'loan.completed' })
  expect(await findOldestWaiting(ctx.deps.db)).toEqual(none)
  const first = isoOf(ctx.clock.now)
  await recordLoanEvent(ctx, { loan_id: 1, type: 'loan.rejected' })
  expect(await findOldestWaiting(ctx.deps.db)).toEqual({ active: first, failing: null })
  pass({ seconds: 60 })
  const second = isoOf(ctx.clock.now)
  await record(1)
  await deliverEvents(ctx.deps)
  expect(await findOldestWaiting(ctx.deps.db)).toEqual({ active: null, failing: first })
  await record(2)
  expect(await findOldestWaiting(ctx.deps.db)).toEqual({ active: second, failing: first })
  await numberEvents(ctx.deps)
  expect(await findOldestWaiting(ctx.deps.db)).toEqual({ active: second, failing: first })
  await ctx.deps.db.updateTable('webhook_endpoint').set({ state: 'off' }).execute()
  expect(await findOldestWaiting(ctx.deps.db)).toEqual(none)
})

test('deliverEvents sends an endpoint only its types and its company, and passes the others', async () => {
  const company = await makeCompany(ctx)
  const receiver = await startReceiver()
  const { id } = await makeEndpoint(ctx, {
    url: receiver.url,
    company: company.id,
    event_types: ['loan.rejected'],
  })
  await recordLoanEvent(ctx, { loan_id: 1, type: 'loan.rejected' })
  await recordLoanEvent(ctx, { loan_id: 2, type: 'loan.approved', company_id: company.id })
  await recordLoanEvent(ctx, { loan_id: 3, type: 'loan.rejected', company_id: company.id })
  await recordLoanEvent(ctx, { loan_id: 4, type: 'loan.approved' })
  await deliverEvents(ctx.deps)
  expect(loansOf(receiver.received)).toEqual([3])
  expect((await findEndpoint(ctx, id)).delivered_position).toBe(await numberEvents(ctx.deps))
})

test('a failed attempt is repeated with growing waits and the same webhook-id, before later events', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(500).end('no'))
  const { id } = await makeEndpoint(ctx, { url: receiver.url })
  await record(1, 2)
  expect(await deliverEvents(ctx.deps)).toBe(1)
  expect(await deliverEvents(ctx.deps)).toBe(0)
  for (const seconds of [10, 20, 40]) {
    pass({ seconds: seconds - 1 })
    expect(await deliverEvents(ctx.deps)).toBe(0)
    pass({ seconds: 1 })
    expect(await deliverEvents(ctx.deps)).toBe(1)
  }
  receiver.answerWith((response) => void response.writeHead(200).end())
  pass({ seconds: 80 })
  expect(await deliverEvents(ctx.deps)).toBe(2)
  expect(loansOf(receiver.received)).toEqual([1, 1, 1, 1, 1, 2])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect([new Set(ids.slice(0, 5)).size, new Set(ids).size]).toEqual([1, 2])
  const times = new Set(receiver.received.slice(0, 5).map(({ headers }) => headers['webhook-timestamp']))
  expect(times.size).toBe(5)
  const log = await listAttempts(ctx.deps.db, { id, page: 1, page_size: 20 })
  expect(log.rows.map(({ attempt, status, answer }) => [attempt, status, answer])).toEqual([
    ...[
      [1, 200, ''],
      [5, 200, ''],
    ],
    ...[4, 3, 2, 1].map((attempt) => [attempt, 500, 'no']),
  ])
  const failed = await listAttempts(ctx.deps.db, { id, page: 1, page_size: 20, failed: true })
  expect(failed.count).toBe(4)
  expect(await findEndpoint(ctx, id)).toMatchObject({ attempts: 0, failing_since: null, next_try_at: null })
})

test('three days of failed attempts pause the endpoint and mail the admins; turned on again it loses no event', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(503).end())
  const { id, context } = await makeEndpoint(ctx, { url: receiver.url })
  await takeMails(ctx)
  await record(1)
  let attempts = 0
  for (let hours = 0; hours < 71; hours += 1) {
    attempts += await deliverEvents(ctx.deps)
    pass({ hours: 1 })
  }
  expect(attempts).toBeGreaterThan(15)
  expect((await findEndpoint(ctx, id)).state).toBe('active')
  pass({ hours: 5 })
  await deliverEvents(ctx.deps)
  expect(await findEndpoint(ctx, id)).toMatchObject({ state: 'paused', next_try_at: null })
  const mails = await takeMails(ctx)
  const admins = await ctx.deps.db
    .selectFrom('app_user')
    .select('email')
    .where('user_type', '=', 'U0')
    .where('is_active', '=', true)
    .execute()
  const paused = mails.filter(({ subject }) => subject.includes('Se pausaron los avisos a un sistema'))
  expect(paused.map(({ to }) => to).toSorted()).toEqual(admins.map(({ email }) => email).toSorted())
  expect(JSON.stringify(paused[0])).toContain('Nómina (127.0.0.1:')
  await record(2)
  expect(await deliverEvents(ctx.deps)).toBe(0)

  receiver.answerWith((response) => void response.writeHead(204).end())
  receiver.received.length = 0
  const body = { url: receiver.url, description: '', company: null, is_active: true }
  await changeEndpoint(ctx.deps, context, { id, body: { ...body, event_types: ['loan.approved'] } })
  expect(await deliverEvents(ctx.deps)).toBe(2)
  expect(loansOf(receiver.received)).toEqual([1, 2])
  const audit = await ctx.deps.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', 'webhook_endpoint')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.paused', 'webhook.changed'])
})

test('410 pauses the endpoint at once', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(410).end())
  const { id } = await makeEndpoint(ctx, { url: receiver.url })
  await record(1)
  await deliverEvents(ctx.deps)
  expect((await findEndpoint(ctx, id)).state).toBe('paused')
})

test('a slow receiver delays no other endpoint', async () => {
  const slow = await startReceiver((response) => void setTimeout(() => response.writeHead(204).end(), 3000))
  const quick = await startReceiver()
  await makeEndpoint(ctx, { url: slow.url })
  await makeEndpoint(ctx, { url: quick.url })
  await record(1, 2)
  const delivering = deliverEvents(ctx.deps)
  await expect.poll(() => loansOf(quick.received), { timeout: 2500 }).toEqual([1, 2])
  await delivering
  expect(loansOf(slow.received)).toEqual([1, 2])
})

test('several processes deliver each event once and in order', async () => {
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()])
  for (const { url } of receivers) await makeEndpoint(ctx, { url })
  const ids = Array.from({ length: 120 }, (_, index) => index + 1)
  const recording = record(...ids)
  const deliver = async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await deliverEvents(ctx.deps)
      await sleep(10)
    }
  }
  await Promise.all([recording, deliver(), deliver(), deliver()])
  await deliverEvents(ctx.deps)
  for (const { received, positions } of receivers) {
    expect(loansOf(received)).toEqual(ids)
    const [first = 0] = positions()
    expect(positions()).toEqual(ids.map((_, index) => Number(first) + index))
  }
})

test('both secrets sign for 24 hours after a rotation, then the new one alone', async () => {
  const receiver = await startReceiver()
  const { id, secret, context } = await makeEndpoint(ctx, { url: receiver.url })
  const { secret: next } = await rotateSecret(ctx.deps, context, id)
  await record(1)
  await deliverEvents(ctx.deps)
  pass({ hours: 24 })
  await record(2)
  await deliverEvents(ctx.deps)
  const signedBy = receiver.received.map((item) => [isSigned(item, secret), isSigned(item, next ?? '')])
  expect(signedBy).toEqual([
    [true, true],
    [false, true],
  ])
  const stored = JSON.stringify(await findEndpoint(ctx, id))
  expect(stored).not.toContain(secret)
  const audits = await ctx.deps.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(audits)).not.toContain('whsec_')
})

test('a replay delivers the kept events again with their webhook-ids; an unknown position is refused with 422', async () => {
  const receiver = await startReceiver()
  const { id, context } = await makeEndpoint(ctx, { url: receiver.url })
  await record(1, 2, 3)
  await deliverEvents(ctx.deps)
  const position = Number(receiver.positions()[1])
  await replayEvents(ctx.deps, context, { id, position })
  await deliverEvents(ctx.deps)
  expect(loansOf(receiver.received)).toEqual([1, 2, 3, 2, 3])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids.slice(3)).toEqual(ids.slice(1, 3))
  const refused = replayEvents(ctx.deps, context, { id, position: position + 1000 })
  await expect(refused).rejects.toMatchObject({ code: 'webhook.position_unknown', status: 422 })
})

test('a replay during a delivery wins: the delivery under way does not move the place', async () => {
  const receiver = await startReceiver()
  const { id, context } = await makeEndpoint(ctx, { url: receiver.url })
  await record(1)
  await deliverEvents(ctx.deps)
  const position = Number(receiver.positions()[0])
  receiver.answerWith((response) => void setTimeout(() => response.writeHead(204).end(), 500))
  await record(2)
  const delivering = deliverEvents(ctx.deps)
  await expect.poll(() => receiver.received.length).toBe(2)
  await replayEvents(ctx.deps, context, { id, position })
  await delivering
  receiver.answerWith((response) => void response.writeHead(204).end())
  await deliverEvents(ctx.deps)
  expect(loansOf(receiver.received).slice(-2)).toEqual([1, 2])
})

test('secrets that cannot be read are failed tries and not errors', async () => {
  const receiver = await startReceiver()
  const { id } = await makeEndpoint(ctx, { url: receiver.url })
  await record(1)
  const secrets = { ...ctx.deps.secrets, secret_key: 'another key' }
  expect(await deliverEvents({ ...ctx.deps, secrets })).toBe(1)
  const { rows } = await listAttempts(ctx.deps.db, { id, page: 1, page_size: 5 })
  expect(rows).toMatchObject([{ fault: 'SECRET_KEY', status: null, is_delivered: false }])
  expect(receiver.received).toEqual([])
})

test('an event of an aborted command does not exist, and leaves no gap in the positions', async () => {
  const receiver = await startReceiver()
  await makeEndpoint(ctx, { url: receiver.url })
  await record(1)
  const failing = ctx.deps.db.transaction().execute(async (trx) => {
    const facts = { folio: 'C-9', type: 'credit' as const, user_id: 1, company_id: null, amount_cents: 1 }
    await recordEvent(ctx.deps, trx, { type: 'loan.approved', data: { loan_id: 9, ...facts } })
    await trx.selectFrom('app_user').select('id').limit(1).execute()
    throw new Error('the command fails')
  })
  await expect(failing).rejects.toThrow('the command fails')
  await record(2)
  await deliverEvents(ctx.deps)
  expect(loansOf(receiver.received)).toEqual([1, 2])
  const [first, second] = receiver.positions()
  expect(Number(second) - Number(first)).toBe(1)
})
