import { wordsOf } from '@quincena/domain/texts/notice-words'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import type { NoticeText } from './commands/notice-insert.ts'
import { notify } from './commands/notify.ts'
import { sendDeliveries } from './commands/send-deliveries.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext({ is_ledger_checked: false })
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const ofMoney = wordsOf('notice_sent', {
  ...{ loan_type: 'crédito', folio: 'C-000005', amount: 1_200_000 },
  ...{ account: 'tu cuenta Banamex ····9192', first_due: null },
})
const words = wordsOf('notice_approved', { loan_type: 'crédito', folio: 'C-000005', amount: 1_200_000 })
const notice = (reason_key: NoticeText['reason_key']): NoticeText =>
  reason_key.startsWith('security')
    ? { title: 'Título', message: 'Mensaje.', reason_key }
    : { words: reason_key.startsWith('sent') ? ofMoney : words, reason_key }
const tell = (recipient_id: number, reason_key: NoticeText['reason_key']) =>
  ctx.deps.db.transaction().execute((trx) => notify(ctx.deps, trx, { recipient_id, ...notice(reason_key) }))

const deliveries = () => ctx.deps.db.selectFrom('notice_delivery').selectAll().orderBy('id').execute()
const timeOf = (time: string | null | undefined) =>
  Temporal.Instant.from(String(time).replace(' ', 'T')).toString()

/** Deps whose mailer and messenger call these instead. */
const depsWith = (
  mail: (mail: Mail) => Promise<void>,
  message: () => Promise<void> = async () => undefined,
) => ({
  ...ctx.deps,
  mailer: { ...ctx.deps.mailer, send: mail },
  messenger: { send: message },
})
const fail = async () => {
  throw new Error('down')
}

test('a mail server that fails holds up no message, nor the provider a mail', async () => {
  const { id } = await makeWorker(ctx, { phone: '5512345678' })
  for (let count = 0; count < 45; count += 1) await tell(id, `approved:5:${count}`)
  expect(await sendDeliveries(depsWith(fail), 'mail')).toBe(0)
  expect(await sendDeliveries(depsWith(fail), 'message')).toBe(45)
  await tell(id, 'sent:5:1')
  expect(
    await sendDeliveries(
      depsWith(async () => undefined, fail),
      'message',
    ),
  ).toBe(0)
  expect(
    await sendDeliveries(
      depsWith(async () => undefined, fail),
      'mail',
    ),
  ).toBe(6)
})

test('mails about money sent and security go before a bulk that was there first', async () => {
  const { id } = await makeWorker(ctx, { phone: null })
  for (let count = 0; count < 50; count += 1) await tell(id, `paid:5:${count}`)
  ctx.setNow('2026-11-20T16:00:30Z')
  await tell(id, 'sent:5:1')
  await tell(id, 'security:x')
  const subjects: string[] = []
  await sendDeliveries(
    depsWith(async ({ subject }) => void subjects.push(subject)),
    'mail',
  )
  expect(subjects).toHaveLength(52)
  expect(subjects.slice(0, 2).sort()).toEqual(['Enviamos tu dinero', 'Título'])
})

test('tries again for three days, at least every four hours, then gives up with an error', async () => {
  const { id } = await makeWorker(ctx, { phone: null })
  await tell(id, 'sent:5:1')
  const error = vi.spyOn(ctx.deps.log, 'error')
  const waits: number[] = []
  for (;;) {
    await sendDeliveries(depsWith(fail), 'mail')
    const [row] = await deliveries()
    if (row?.state !== 'failed') break
    const next = Temporal.Instant.from(timeOf(row.next_try_at))
    waits.push(next.since(ctx.clock.now).total('minutes'))
    expect(error).not.toHaveBeenCalled()
    ctx.setNow(next.toString())
  }
  expect(Math.max(...waits)).toBe(240)
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(72 * 60)
  expect(await deliveries()).toMatchObject([{ state: 'given_up', attempts: waits.length + 1 }])
  expect(error).toHaveBeenCalledOnce()
  error.mockRestore()
})

test('a message that failed in the evening is tried in the morning, and one claimed at night loses no attempt', async () => {
  ctx.setNow('2026-11-21T02:59:30Z')
  const { id } = await makeWorker(ctx, { phone: '5512345678' })
  await tell(id, 'sent:5:1')
  await sendDeliveries(depsWith(fail, fail), 'message')
  const message = async () => (await deliveries()).find(({ channel }) => channel === 'message')
  const failed = await message()
  expect(failed).toMatchObject({ state: 'failed', attempts: 1 })
  expect(timeOf(failed?.next_try_at)).toBe('2026-11-21T14:00:00Z')

  ctx.setNow('2026-11-22T05:00:00Z')
  const send = vi.fn(async () => undefined)
  expect(await sendDeliveries(depsWith(fail, send), 'message')).toBe(0)
  const postponed = await message()
  expect(postponed).toMatchObject({ state: 'failed', attempts: 1 })
  expect(timeOf(postponed?.next_try_at)).toBe('2026-11-22T14:00:00Z')
  expect(send).not.toHaveBeenCalled()
  await tell(id, 'account:1:new')
  expect(await sendDeliveries(depsWith(fail, send), 'message')).toBe(1)
})

test('sends nothing after the stop began, and gives the rest of the batch back without an attempt', async () => {
  const { id } = await makeWorker(ctx, { phone: null })
  for (let count = 0; count < 12; count += 1) await tell(id, `paid:5:${count}`)
  const stopping = new AbortController()
  const send = vi.fn(async () => stopping.abort())
  await sendDeliveries(depsWith(send), 'mail', stopping.signal)
  const sent = send.mock.calls.length
  expect(sent).toBeLessThanOrEqual(4)
  const waiting = (await deliveries()).filter(({ state }) => state === 'queued')
  expect(waiting).toHaveLength(12 - sent)
  for (const { attempts, next_try_at } of waiting)
    expect([attempts, timeOf(next_try_at)]).toEqual([0, '2026-11-20T16:00:00Z'])
  await sendDeliveries(depsWith(send), 'mail', stopping.signal)
  expect(send).toHaveBeenCalledTimes(sent)
})
