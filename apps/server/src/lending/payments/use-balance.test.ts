import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { accountOf, giveBalance } from '../../../test/creditor.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import { findLoan, makeActiveLoan, staffHeaders } from '../../../test/loans.ts'
import { orderRefund } from '../../treasury/refunds/commands/order-refund.ts'

type Headers = Record<string, string>
let ctx: TestContext
let staff: Headers
let admin: Headers
beforeAll(async () => {
  ctx = await createTestContext()
  staff = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const post = (url: string, headers: Headers, payload: object) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${url}`, payload },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })

/** Makes a loan in force whose worker has a balance, in centavos. */
async function makeDebtor(balance_cents: number) {
  const { loan, worker } = await makeActiveLoan(ctx)
  await giveBalance(ctx, worker, balance_cents)
  return { loan: await findLoan(ctx, loan.id), worker, headers: await signIn(ctx, worker) }
}

/** Uses an amount in pesos of the balance on a loan, against its current debt. */
async function use(loan: { id: number }, amount_paid: number, headers: Headers) {
  const { amount_due_cents } = await findLoan(ctx, loan.id)
  const body = { amount_paid, previous_amount_due: amount_due_cents / 100 }
  return post(`/loan/${loan.id}/use-balance`, headers, body)
}

const noticesTo = async (user_id: number) => {
  const notices = ctx.deps.db.selectFrom('notification').select('message').where('recipient_id', '=', user_id)
  return (await notices.orderBy('id').execute()).map(({ message }) => message)
}

test('pays a loan of the worker with the balance, and says so in the list, the movements and the notice', async () => {
  const { loan, worker, headers } = await makeDebtor(136_855)
  const answer = await use(loan, 1_000, headers)
  expect(answer.json()).toMatchObject({
    amount_paid: 1_000,
    channel: 'balance',
    reference: null,
    remainder: 0,
  })
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 36_855 })
  expect(answer.json().previous_amount_due).toBe(loan.amount_due_cents / 100)
  expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(Math.round(answer.json().new_amount_due * 100))
  const movements = await ctx.app.inject({
    ...{ url: `${ctx.api}/treasury/balances/${worker.id}/movements`, headers },
  })
  expect(movements.json().results[0]).toMatchObject({
    ...{ kind: 'payment', amount: -1_000, left: 368.55, loan: { id: loan.id }, payment: answer.json().id },
  })
  expect((await noticesTo(worker.id)).at(-1)).toContain('Usamos $1,000.00 de tu saldo a favor en tu crédito')
})

test('settles a loan with the payoff, and leaves the rest in the balance', async () => {
  const { loan, worker } = await makeDebtor(1_100_000)
  const payoff = await ctx.app.inject({ url: `${ctx.api}/loan/${loan.id}/payoff`, headers: staff })
  const { amount } = payoff.json()
  const above = await use(loan, amount + 0.01, staff)
  expect(above.json()).toMatchObject({ status: 422, code: 'payment.exceeds_payoff' })
  expect((await use(loan, amount, staff)).statusCode).toBe(201)
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
  expect(await accountOf(ctx, worker.id)).toMatchObject({
    balance_cents: 1_100_000 - Math.round(amount * 100),
  })
})

test('rejects more than the balance with 409 and the present figure', async () => {
  const { loan, headers } = await makeDebtor(1_000)
  expect((await use(loan, 10.01, headers)).json()).toMatchObject({
    ...{ status: 409, code: 'worker_balance.used', detail: 'El saldo a favor es de $10.00.' },
    errors: { amount_paid: ['El saldo a favor es de $10.00.'] },
  })
})

test("answers 404 for another worker's loan, and 409 for a debt that changed", async () => {
  const { loan, headers } = await makeDebtor(1_000)
  const other = await signIn(ctx, await makeWorker(ctx))
  expect((await use(loan, 1, other)).json().code).toBe('loan.not_found')
  const stale = await post(`/loan/${loan.id}/use-balance`, headers, {
    amount_paid: 1,
    previous_amount_due: 1,
  })
  expect(stale.json().code).toBe('debt_changed')
})

test('rejects the channel of the balance for a payment that staff register', async () => {
  const { loan } = await makeDebtor(1_000)
  const body = { loan_request: loan.id, amount_paid: 1, previous_amount_due: 1, channel: 'balance' }
  expect((await post('/loan/payment', staff, body)).statusCode).toBe(422)
})

test('a reversal gives the money back to the balance, and tells the worker', async () => {
  const { loan, worker, headers } = await makeDebtor(50_000)
  const { id } = (await use(loan, 500, headers)).json()
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 0 })
  const reversal = await post(`/loan/payment/${id}/reverse`, admin, { reason: 'Lo quería en su cuenta' })
  expect(reversal.statusCode).toBe(200)
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 50_000 })
  expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(loan.amount_due_cents)
  expect((await noticesTo(worker.id)).at(-1)).toContain('está de nuevo en tu saldo a favor')
})

test('a payment whose remainder was used cannot be reversed, with 409', async () => {
  const { loan, worker } = await makeActiveLoan(ctx)
  const { amount_due_cents } = await findLoan(ctx, loan.id)
  const due = amount_due_cents / 100
  const body = {
    ...{ loan_request: loan.id, amount_paid: due + 500, previous_amount_due: due, remainder: 'balance' },
  }
  const paid = (await post('/loan/payment', staff, body)).json()
  expect(paid.remainder).toBeGreaterThan(0)
  const { loan: next } = await makeActiveLoan(ctx, { worker, type: 'advance', amount_cents: 100_000 })
  expect((await use(next, 500, staff)).statusCode).toBe(201)
  const reversal = await post(`/loan/payment/${paid.id}/reverse`, admin, { reason: 'Se registró mal' })
  expect(reversal.json()).toMatchObject({ status: 409, code: 'worker_balance.used' })
})

test('a repeated use with the same key pays once', async () => {
  const { loan, worker, headers } = await makeDebtor(50_000)
  const once = { ...headers, 'idempotency-key': randomUUID() }
  const body = { amount_paid: 100, previous_amount_due: loan.amount_due_cents / 100 }
  const answers = await Promise.all([1, 2].map(() => post(`/loan/${loan.id}/use-balance`, once, body)))
  expect(answers.map(({ statusCode }) => statusCode)).toContain(201)
  expect((await post(`/loan/${loan.id}/use-balance`, once, body)).statusCode).toBe(201)
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 40_000 })
})

test('ten uses of the whole balance on two loans at once pay one, and the others get 409', async () => {
  const { loan, worker, headers } = await makeDebtor(30_000)
  const { loan: advance } = await makeActiveLoan(ctx, { worker, type: 'advance', amount_cents: 100_000 })
  const uses = Array.from({ length: 10 }, (_, n) => use(n % 2 === 0 ? loan : advance, 300, headers))
  const codes = (await Promise.all(uses)).map(({ statusCode }) => statusCode).toSorted()
  expect(codes).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 0 })
})

test.each([1, 2, 3, 4, 5])('a use and a refund of the whole balance at once: one wins (%s)', async () => {
  const { loan, worker, headers } = await makeDebtor(30_000)
  const part = { user_id: worker.id, amount_cents: 30_000 }
  const refund = ctx.deps.db.transaction().execute((trx) => orderRefund(ctx.deps, trx, part))
  const [used, refunded] = await Promise.allSettled([use(loan, 300, headers), refund])
  const isUsed = used.status === 'fulfilled' && used.value.statusCode === 201
  expect(isUsed).not.toBe(refunded.status === 'fulfilled')
  if (used.status === 'fulfilled' && !isUsed) expect(used.value.json().code).toBe('worker_balance.used')
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 0 })
})
