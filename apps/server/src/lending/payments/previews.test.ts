import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, staffHeaders } from '../../../test/loans.ts'

const sent = '2026-11-20T16:00:00Z'
const tenDaysLater = '2026-11-30T16:00:00Z'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow(sent))

async function preview(loan_id: number, query: Record<string, string>, headers?: Record<string, string>) {
  const url = `${ctx.api}/loan/${loan_id}/payment-preview?${new URLSearchParams(query).toString()}`
  return ctx.app.inject({ url, headers: headers ?? (await staffHeaders(ctx)) })
}

const detail = async (loan_id: number) =>
  (await ctx.app.inject({ url: `${ctx.api}/loan/${loan_id}`, headers: await staffHeaders(ctx) })).json()

async function pay(loan_request: number, amount_paid: number, more: object = {}) {
  const { amount_due: previous_amount_due } = await detail(loan_request)
  return ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/payment`,
    headers: { ...(await staffHeaders(ctx, 'U0')), 'idempotency-key': randomUUID() },
    payload: { loan_request, amount_paid, previous_amount_due, ...more },
  })
}

test('a preview promises what the registered payment then does, for each choice of the excess', async () => {
  for (const excess of ['lower_payment', 'shorter_term', 'in_advance']) {
    const { loan } = await makeActiveLoan(ctx)
    const { outcomes } = (await preview(loan.id, { amount_paid: '3000' })).json()
    const promised = outcomes.find((outcome: { excess: string }) => outcome.excess === excess)
    const { applied, discount, new_amount_due } = (await pay(loan.id, 3_000, { excess })).json()
    expect({ applied, discount, new_amount_due }).toEqual({
      ...{ applied: promised.applied, discount: promised.discount },
      new_amount_due: promised.new_amount_due,
    })
    const { to_pay, schedule } = await detail(loan.id)
    expect(to_pay).toEqual(promised.to_pay)
    expect(schedule.at(-1).due_date).toBe(promised.last_due_date)
    expect(schedule.filter(({ paid }: { paid: boolean }) => !paid)).toHaveLength(promised.installments_left)
  }
})

test('a preview of one installment has one outcome and registers nothing', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const before = await detail(loan.id)
  const { outcomes } = (await preview(loan.id, { amount_paid: '500' })).json()
  expect(outcomes).toHaveLength(1)
  expect(outcomes[0].applied).toMatchObject({ due: 0, on_account: 500, prepaid: 0, settles: false })
  expect(await detail(loan.id)).toEqual(before)
})

test('a preview names the payoff of its value date and refuses more with that figure', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const first = (await preview(loan.id, { amount_paid: '1' })).json().payoff
  ctx.setNow(tenDaysLater)
  const earlier = { value_date: '2026-11-20' }
  expect((await preview(loan.id, { amount_paid: '1', ...earlier })).json().payoff).toBe(first)
  expect((await preview(loan.id, { amount_paid: '1' })).json().payoff).toBeGreaterThan(first)
  const above = await preview(loan.id, { amount_paid: String(first + 0.01), ...earlier })
  const text = `Al 20 de noviembre se liquida con $${first.toLocaleString('es-MX', { minimumFractionDigits: 2 })}.`
  expect([above.statusCode, above.json().code, above.json().errors]).toEqual([
    ...[422, 'payment.exceeds_payoff', { amount_paid: [text] }],
  ])
})

test('a preview before another payment gives the debt after both', async () => {
  const { loan } = await makeActiveLoan(ctx)
  ctx.setNow(tenDaysLater)
  await pay(loan.id, 2_000)
  const value_date = '2026-11-22'
  const answer = (await preview(loan.id, { amount_paid: '2500', value_date })).json()
  const [{ discount, new_amount_due }] = answer.outcomes
  expect(Math.round((answer.amount_due - 2_500 - discount) * 100)).toBe(Math.round(new_amount_due * 100))
  const corrected = await pay(loan.id, 2_500, { value_date, reason: 'Se depositó ese día' })
  expect(corrected.statusCode, corrected.body).toBe(201)
  expect((await detail(loan.id)).amount_due).toBe(new_amount_due)
})

test('a preview before a prepayment names the largest payment that fits there', async () => {
  const { loan } = await makeActiveLoan(ctx)
  ctx.setNow('2026-12-30T16:00:00Z')
  const { payoff } = (await preview(loan.id, { amount_paid: '1' })).json()
  await pay(loan.id, payoff - 50)
  const earlier = { value_date: '2026-11-20', reason: 'Se depositó ese día' }
  const first = (await preview(loan.id, { amount_paid: '1', value_date: earlier.value_date })).json()
  expect(first.payoff).toBe(50)
  const above = 50.01
  expect((await pay(loan.id, above, earlier)).json().code).toBe('payment.later_exceeds')
  expect((await pay(loan.id, first.payoff, earlier)).statusCode).toBe(201)
  expect((await detail(loan.id)).amount_due).toBe(0)
})

test('a payment before a prepayment leaves what does not fit to the worker, if staff say so', async () => {
  const { loan, worker } = await makeActiveLoan(ctx)
  ctx.setNow('2026-12-30T16:00:00Z')
  const { payoff } = (await preview(loan.id, { amount_paid: '1' })).json()
  await pay(loan.id, payoff - 50)
  const earlier = { value_date: '2026-11-20', reason: 'Se depositó ese día' }
  const kept = await pay(loan.id, 300, { ...earlier, remainder: 'balance' })
  expect([kept.statusCode, kept.json()]).toMatchObject([201, { amount_paid: 300, remainder: 250 }])
  expect((await detail(loan.id)).amount_due).toBe(0)
  const account = ctx.deps.db.selectFrom('worker_account').select('balance_cents')
  expect(await account.where('user_id', '=', worker.id).executeTakeFirst()).toEqual({ balance_cents: 25_000 })
})

test.each([
  ['2026-11-19', /anterior/],
  ['2026-11-21', /futura/],
])('a preview with the value date %s is rejected at the field', async (value_date, text) => {
  const { loan } = await makeActiveLoan(ctx)
  const answer = await preview(loan.id, { amount_paid: '100', value_date })
  expect([answer.statusCode, answer.json().errors.value_date[0]]).toEqual([422, expect.stringMatching(text)])
})

test('a preview of another worker’s loan is not found', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const other = await signIn(ctx, await makeWorker(ctx))
  expect((await preview(loan.id, { amount_paid: '100' }, other)).statusCode).toBe(404)
})
