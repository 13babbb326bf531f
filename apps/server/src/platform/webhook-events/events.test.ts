import { randomUUID } from 'node:crypto'
import { WEBHOOK_EVENT_TYPES, webhookData } from '@quincena/domain/webhooks/events'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, payWhole, sendState, staffHeaders } from '../../../test/loans.ts'
import { asAdmin, registerPayment } from '../../../test/payments.ts'
import { requestLoan } from '../../lending/loans/commands/request-loan.ts'
import { reversePayment } from '../../lending/payments/commands/reverse-payment.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

async function eventsOf(loan_id: number) {
  const rows = await ctx.deps.db
    .selectFrom('webhook_event')
    .select(['type', 'version', 'company_id', 'data'])
    .orderBy('id')
    .execute()
  return rows.filter(({ data }) => 'loan_id' in data && data.loan_id === loan_id)
}
const typesOf = async (loan_id: number) => (await eventsOf(loan_id)).map(({ type }) => type)

test('the life of a loan is recorded event by event, with ids, folio and centavos alone', async () => {
  const { loan, order, worker } = await makeActiveLoan(ctx)
  await sendState(ctx, order, { estado: 'LQ' })
  const context = asAdmin(await makeStaff(ctx, 'U0'))
  const payment_id = await registerPayment(ctx, context, { loan, amount: 50_000 })
  await payWhole(ctx, loan)
  expect(await typesOf(loan.id)).toEqual([
    ...['loan.signed', 'loan.paid_out', 'payout.settled', 'payment.registered'],
    ...['loan.completed', 'payment.registered'],
  ])
  const events = await eventsOf(loan.id)
  const facts = {
    ...{ loan_id: loan.id, folio: loan.folio, type: 'credit', user_id: worker.id },
    ...{ company_id: loan.company_id, amount_cents: loan.amount_cents },
  }
  expect(events[1]).toEqual({ type: 'loan.paid_out', version: 1, company_id: loan.company_id, data: facts })
  expect(events[2]?.data).toEqual({ ...facts, transfer_id: order.id })
  expect(events[3]?.data).toEqual({
    ...{ ...facts, payment_id, amount_cents: 50_000, value_date: '2026-11-20', channel: 'other' },
    amount_due_cents: expect.any(Number),
  })
  for (const { type, data } of events) expect(webhookData[type].parse(data)).toEqual(data)
})

test('a request, an advance that is an offer at once, a decision and a withdrawal are events', async () => {
  const worker = await makeWorker(ctx)
  const context = asAdmin(await makeStaff(ctx, 'U0'))
  const body = { type: 'credit' as const, amount: 300_000, period: 6, user: worker.id }
  const { loan_id } = await requestLoan(ctx.deps, context, body)
  const headers = await staffHeaders(ctx)
  const patch = (status: string, sender: Record<string, string>) =>
    ctx.app.inject({
      ...{
        method: 'PATCH',
        url: `${ctx.api}/loan/${loan_id}`,
        headers: { ...sender, 'idempotency-key': randomUUID() },
      },
      payload: status === 'REJ' ? { status, reason: 'No' } : { status },
    })
  expect((await patch('REJ', headers)).statusCode).toBe(200)
  expect((await patch('APP', headers)).statusCode).toBe(200)
  expect((await patch('REJ', await signIn(ctx, worker))).statusCode).toBe(200)
  expect(await typesOf(loan_id)).toEqual([
    'loan.requested',
    'loan.rejected',
    'loan.approved',
    'loan.declined',
  ])

  const advance = await requestLoan(ctx.deps, context, { type: 'advance', amount: 50_000, user: worker.id })
  expect(await typesOf(advance.loan_id)).toEqual(['loan.requested', 'loan.approved'])
})

test('a reversal of the last payment reopens the loan, and a return of the payout is an event', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const admin = asAdmin(await makeStaff(ctx, 'U0'))
  await payWhole(ctx, loan)
  const { id: payment_id } = await ctx.deps.db
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan.id)
    .executeTakeFirstOrThrow()
  await reversePayment(ctx.deps, admin, { payment_id, reason: 'Se capturó en otro préstamo' })
  expect((await typesOf(loan.id)).slice(-2)).toEqual(['loan.reopened', 'payment.reversed'])

  const other = await makeActiveLoan(ctx)
  ctx.simulator.act(other.order.tracking_key, 'return')
  await sendState(ctx, other.order, { estado: 'D', causaDevolucion: 1 })
  await ctx.drain(['ask-transfer'])
  expect((await typesOf(other.loan.id)).at(-1)).toBe('payout.returned')
})

test('no event has a name, an address, a phone or an account', () => {
  const fields = WEBHOOK_EVENT_TYPES.flatMap((type) => Object.keys(webhookData[type].shape))
  expect([...new Set(fields)].toSorted()).toEqual([
    ...['amount_cents', 'amount_due_cents', 'channel', 'company_id', 'folio', 'loan_id', 'payment_id'],
    ...['transfer_id', 'type', 'user_id', 'value_date'],
  ])
})
