import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { acceptCall, makeActiveLoan, makeOffer, staffHeaders, whileSending } from '../../../test/loans.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import { notify } from '../../platform/notifications/commands/notify.ts'
import { sendDeliveries } from '../../platform/notifications/commands/send-deliveries.ts'
import { countUndelivered } from '../../platform/notifications/queries/deliveries.ts'
import { approvedNotice, dueNotice, overdueNotice } from './notices.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  await send()
})

type Loan = Awaited<ReturnType<typeof makeOffer>>['loan']
type Text = ReturnType<typeof dueNotice> | ReturnType<typeof approvedNotice>

/** Sends what is due to the test; returns the subjects. */
async function send(): Promise<string[]> {
  const mails: Mail[] = []
  const mailer = { ...ctx.deps.mailer, send: async (mail: Mail) => void mails.push(mail) }
  await sendDeliveries({ ...ctx.deps, mailer }, 'mail')
  await sendDeliveries({ ...ctx.deps, messenger: { send: async () => undefined } }, 'message')
  return mails.map(({ subject }) => subject)
}

const tell = (recipient_id: number, notice: Text) =>
  ctx.deps.db.transaction().execute((trx) => notify(ctx.deps, trx, { recipient_id, ...notice }))

const statesOf = (kind: string, loan: Loan) =>
  ctx.deps.db
    .selectFrom('notice_delivery')
    .innerJoin('notification', 'notification.id', 'notice_delivery.notification_id')
    .select(['notice_delivery.state', 'reason'])
    .where('reason_key', 'like', `${kind}:${loan.id}:%`)
    .where('channel', '=', 'mail')
    .execute()

async function pay(loan: Loan, amount_paid: number) {
  const headers = { ...(await staffHeaders(ctx)), 'idempotency-key': randomUUID() }
  const shown = await ctx.app.inject({ url: `${ctx.api}/loan/${loan.id}`, headers })
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment`, headers },
    payload: { loan_request: loan.id, amount_paid, previous_amount_due: shown.json().amount_due },
  })
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
}

const reminder = (loan: Loan) => dueNotice(loan, { date: '2026-12-20', kind: '3-days', amount: 91_680 })

test('a reminder is sent while its installment is unpaid, and skipped once it is paid or its day is over', async () => {
  const [unpaid, paid, late] = [
    await makeActiveLoan(ctx),
    await makeActiveLoan(ctx),
    await makeActiveLoan(ctx),
  ]
  await send()
  ctx.setNow('2026-12-17T16:00:00Z')
  for (const { worker, loan } of [unpaid, paid]) await tell(worker.id, reminder(loan))
  await pay(paid.loan, 916.8)
  expect(await send()).toContain('Se acerca tu fecha de pago')
  expect(await statesOf('due', unpaid.loan)).toEqual([{ state: 'sent', reason: null }])
  expect(await statesOf('due', paid.loan)).toEqual([{ state: 'skipped', reason: 'paid' }])
  await tell(late.worker.id, reminder(late.loan))
  ctx.setNow('2026-12-21T16:00:00Z')
  await send()
  expect(await statesOf('due', late.loan)).toEqual([{ state: 'skipped', reason: 'past' }])
})

test('an offer that was signed or has expired is not announced', async () => {
  const [open, signed, expired] = [await makeOffer(ctx), await makeOffer(ctx), await makeOffer(ctx)]
  for (const { worker, loan } of [open, signed, expired])
    await tell(worker.id, approvedNotice(loan, '2026-11-20T16:00:00Z'))
  await whileSending(ctx, () => acceptCall(ctx, signed))
  const past = { offer_expires_on: '2026-11-19' }
  await ctx.deps.db.updateTable('loan').set(past).where('id', '=', expired.loan.id).execute()
  await send()
  expect(await statesOf('approved', open.loan)).toEqual([{ state: 'sent', reason: null }])
  expect(await statesOf('approved', signed.loan)).toEqual([{ state: 'skipped', reason: 'active' }])
  expect(await statesOf('approved', expired.loan)).toEqual([{ state: 'skipped', reason: 'expired' }])
})

test('a late payment is not announced once it was made; Diagnostics counts what was skipped', async () => {
  const [unpaid, paid] = [await makeActiveLoan(ctx), await makeActiveLoan(ctx)]
  await send()
  ctx.setNow('2026-12-21T16:00:00Z')
  const since = '2026-12-21T00:00:00Z'
  const before = await countUndelivered(ctx.deps.db, since)
  for (const { worker, loan } of [unpaid, paid]) await tell(worker.id, overdueNotice(loan, '2026-12-20'))
  await pay(paid.loan, 916.8)
  await send()
  expect(await statesOf('overdue', unpaid.loan)).toEqual([{ state: 'sent', reason: null }])
  expect(await statesOf('overdue', paid.loan)).toEqual([{ state: 'skipped', reason: 'paid' }])
  const { skipped } = await countUndelivered(ctx.deps.db, since)
  expect(skipped - before.skipped).toBeGreaterThanOrEqual(1)
})
