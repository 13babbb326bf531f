import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { sendAllDeliveries } from '../../../test/deliveries.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import { takeMails } from '../../../test/mails.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import { openMessenger } from '../../integrations/messages/messenger.ts'
import type { NoticeText } from './commands/notice-insert.ts'
import { notify, notifyMany } from './commands/notify.ts'

let ctx: TestContext
const day = '2026-11-20T16:00:00Z'

beforeAll(async () => {
  ctx = await createTestContext({ is_ledger_checked: false })
})
beforeEach(() => ctx.setNow(day))

const sent: NoticeText = {
  words: wordsOf('notice_sent', {
    ...{ loan_type: 'crédito', folio: 'C-000005', amount: 1_200_000 },
    ...{ account: 'tu cuenta Banamex ····9192', first_due: null },
  }),
  reason_key: 'sent:5:17',
  figures: [{ label: 'Enviamos', value: '$12,000.00' }],
}

const tell = (recipient_id: number, notice: NoticeText = sent) =>
  ctx.deps.db.transaction().execute((trx) => notify(ctx.deps, trx, { recipient_id, ...notice }))

const deliveries = () => ctx.deps.db.selectFrom('notice_delivery').selectAll().orderBy('id').execute()

/** Replaces the mailer by one that keeps or fails. */
function withMailer(send: (mail: Mail) => Promise<void>) {
  const { mailer } = ctx.deps
  ctx.deps.mailer = { ...mailer, send }
  return () => {
    ctx.deps.mailer = mailer
  }
}

test('writes a row for each channel with the notice, once per reason, and none without a commit', async () => {
  const { id, email, phone } = await makeWorker(ctx, { phone: '5512345678' })
  expect(await tell(id)).toBe(true)
  expect(await tell(id)).toBe(false)
  expect((await deliveries()).map(({ channel, address, state }) => [channel, address, state])).toEqual([
    ['mail', email, 'queued'],
    ['message', `+52${phone}`, 'queued'],
  ])
  const failed = ctx.deps.db.transaction().execute(async (trx) => {
    await notify(ctx.deps, trx, { recipient_id: id, ...sent, reason_key: 'sent:5:18' })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await deliveries()).toHaveLength(2)
})

test('many notices are written by one statement, a repeated one once', async () => {
  const workers = [await makeWorker(ctx), await makeWorker(ctx)]
  const notices = workers.map(({ id }) => ({ recipient_id: id, ...sent, reason_key: 'overdue:5:a' as const }))
  const stored = await ctx.deps.db
    .transaction()
    .execute((trx) => notifyMany(ctx.deps, trx, [...notices, ...notices]))
  expect(stored).toBe(2)
  const mails = (await deliveries()).filter(({ channel }) => channel === 'mail')
  expect(mails.map(({ address }) => address)).toEqual(workers.map(({ email }) => email))
})

test('sends mail and message, and marks them', async () => {
  const { id, email } = await makeWorker(ctx, { phone: '5512345678', first_name: 'Ana' })
  await tell(id)
  const [mail, ...others] = await takeMails(ctx)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    ...{
      to: email,
      subject: 'Enviamos tu dinero',
      greeting: 'Ana',
      paragraphs: ['Te enviamos $12,000.00 a tu cuenta Banamex ····9192.'],
    },
    figures: sent.figures,
    key: expect.stringMatching(/^notice-\d+-\d+$/),
  })
  expect((await deliveries()).map(({ state, finished_at }) => [state, finished_at !== null])).toEqual([
    ['sent', true],
    ['sent', true],
  ])
  expect(await sendAllDeliveries(ctx.deps)).toBe(0)
})

test('a kill between the answer and the row sends the mail again with the same key', async () => {
  const { id } = await makeWorker(ctx, { phone: null })
  await tell(id)
  const keys: unknown[] = []
  const restore = withMailer(async ({ key }) => void keys.push(key))
  // The row keeps the lease of a process that died after the mail server took the mail.
  const lost = { ...ctx.deps, db: ctx.deps.db.withPlugin(failingUpdates) }
  await expect(sendAllDeliveries(lost)).rejects.toThrow('killed')
  expect(await sendAllDeliveries(ctx.deps)).toBe(0)
  ctx.setNow('2026-11-20T16:30:00Z')
  expect(await sendAllDeliveries(ctx.deps)).toBeGreaterThan(0)
  restore()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

/** Fails the updates by builder, as a process that is killed before it marks a row. */
const failingUpdates = {
  transformQuery: ({ node }: { node: import('kysely').RootOperationNode }) => {
    if (node.kind === 'UpdateQueryNode') throw new Error('killed')
    return node
  },
  transformResult: async ({
    result,
  }: {
    result: import('kysely').QueryResult<import('kysely').UnknownRow>
  }) => result,
}

test('tries again later, and gives up at once on an address that does not exist', async () => {
  const { id } = await makeWorker(ctx, { phone: null })
  await tell(id)
  const error = vi.spyOn(ctx.deps.log, 'error')
  const failures = error.mock.calls
  let fault: object = { code: 'ESOCKET' }
  const restore = withMailer(async () => {
    throw Object.assign(new Error('550 <ana@empresa.mx> unknown'), fault)
  })
  expect(await sendAllDeliveries(ctx.deps)).toBe(0)
  expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 1, reason: 'ESOCKET' }])
  fault = { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }
  expect(await sendAllDeliveries(ctx.deps)).toBe(0)
  ctx.setNow('2026-11-20T16:01:00Z')
  await sendAllDeliveries(ctx.deps)
  restore()
  const [row] = await deliveries()
  expect(row).toMatchObject({ state: 'given_up', attempts: 2, reason: 'EENVELOPE 550 RCPT TO' })
  expect(failures.map(([facts]) => facts)).toMatchObject([{ attempts: 2, state: 'given_up' }])
  error.mockRestore()
  expect(row?.next_try_at).toBeNull()
})

test('a topic or channel that is off sends nothing there; the app keeps what nobody can turn off', async () => {
  const worker = await makeWorker(ctx, { phone: '5512345678' })
  const headers = await signIn(ctx, worker)
  const put = (payload: object) =>
    ctx.app.inject({ method: 'PUT', url: `${ctx.api}/auth/preferences`, headers, payload })
  const answer = await put({
    channels: { request_status: { mail: false }, debt: { mail: false, message: false } },
  })
  expect(answer.json()).toMatchObject({
    request_status: true,
    channels: {
      request_status: { push: true, mail: false, message: true },
      debt: { push: true, mail: false },
    },
  })
  await tell(worker.id)
  expect((await deliveries()).map(({ channel }) => channel)).toEqual(['message'])
  expect(await tell(worker.id, { ...sent, reason_key: 'overdue:5:b' })).toBe(true)
  expect(await deliveries()).toHaveLength(1)
  await put({ request_status: false })
  expect(await tell(worker.id, { ...sent, reason_key: 'sent:5:99' })).toBe(false)

  const refused = await put({ channels: { security: { mail: false } } })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toEqual({ 'channels.security.mail': ['Este aviso no se puede cambiar'] })
  await tell(worker.id, { ...sent, reason_key: 'security:x' })
  expect((await takeMails(ctx)).map(({ subject }) => subject)).toEqual(['Enviamos tu dinero'])
})

test('an unconfirmed address gets no mail about money, but one about security', async () => {
  const { id } = await makeWorker(ctx, { must_confirm_email: true, phone: null })
  await tell(id)
  await tell(id, { ...sent, reason_key: 'security:y' })
  expect((await takeMails(ctx)).map(({ subject }) => subject)).toEqual(['Enviamos tu dinero'])
})

test('at night messages wait for the morning, urgent ones do not', async () => {
  ctx.setNow('2026-11-20T06:10:00Z')
  const { id } = await makeWorker(ctx, { phone: '5512345678' })
  await tell(id)
  await tell(id, { ...sent, reason_key: 'account:1:new' })
  const messages = (await deliveries()).filter(({ channel }) => channel === 'message')
  expect(
    messages.map(({ next_try_at }) =>
      Temporal.Instant.from(String(next_try_at).replace(' ', 'T')).toString(),
    ),
  ).toEqual(['2026-11-20T14:00:00Z', '2026-11-20T06:10:00Z'])
})

/** A provider of messages on this machine. */
async function openProvider(statusOf: (call: number) => number) {
  const calls: { headers: IncomingMessage['headers']; body: unknown }[] = []
  const server = createServer((request, answer) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      calls.push({ headers: request.headers, body: JSON.parse(text) })
      answer.writeHead(statusOf(calls.length)).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { calls, url: `http://127.0.0.1:${port}/messages`, close: () => server.close() }
}

test('posts a message with token and idempotency key, the same key again after an error, and gives up on 400', async () => {
  const provider = await openProvider((call) => [503, 200, 400][call - 1] ?? 200)
  const messenger = openMessenger({
    ...ctx.deps.env,
    messages: { url: provider.url, token: 'secret', sender: 'Quincena' },
  })
  const former = ctx.deps.messenger
  ctx.deps.messenger = messenger
  const { id } = await makeWorker(ctx, { phone: '5512345678' })
  await tell(id)
  await sendAllDeliveries(ctx.deps)
  ctx.setNow('2026-11-20T16:05:00Z')
  await sendAllDeliveries(ctx.deps)
  await tell(id, { ...sent, reason_key: 'sent:5:77' })
  await sendAllDeliveries(ctx.deps)
  ctx.deps.messenger = former
  provider.close()
  const [first, second] = provider.calls
  expect(first).toMatchObject({
    headers: { authorization: 'Bearer secret' },
    body: { to: '+525512345678', from: 'Quincena', text: expect.not.stringMatching(/[\d$]/) },
  })
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  const states = (await deliveries()).filter(({ channel }) => channel === 'message')
  expect(states.map(({ state, reason }) => [state, reason])).toEqual([
    ['sent', null],
    ['given_up', 'HTTP 400'],
  ])
})
