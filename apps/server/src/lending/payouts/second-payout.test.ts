import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { accountOf, giveBalance } from '../../../test/creditor.ts'
import { signIn } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeOffer,
  sendState,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'
import { reconcileDay } from '../../treasury/reconciliation/commands/reconcile-day.ts'
import { findTransfer } from '../../treasury/transfers/queries/transfers.ts'
import { stpOrderOf, type TransferRow } from '../../treasury/transfers/rules.ts'
import { verifyLedger } from '../ledger/queries.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  // An order ends only when a test says so.
  ctx.simulator.configure({ settle_ms: null })
})
beforeEach(() => {
  ctx.simulator.faults.clear()
  ctx.setNow('2026-11-20T16:00:00Z')
})

const refusal = { on: 'register', action: 'refuse', id: -200, message: 'Se rechaza por PLD' } as const

const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${url}`, payload },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })

const resolve = async (id: number, outcome: string) =>
  post(`/stp/${id}/resolve`, await staffHeaders(ctx, 'U0'), { outcome, reason: 'Visto en el banco' })

async function settle(order: Pick<TransferRow, 'tracking_key' | 'id'>) {
  const row = await findTransfer(ctx.deps.db, order.id)
  ctx.simulator.act(order.tracking_key, 'settle')
  await sendState(ctx, row, { estado: 'LQ' })
  await ctx.drain(['ask-transfer'])
}

/** The bank returns a settled order. */
async function returnToUs(order: Pick<TransferRow, 'tracking_key' | 'id'>) {
  ctx.simulator.act(order.tracking_key, 'return', 3)
  const row = await findTransfer(ctx.deps.db, order.id)
  await sendState(ctx, row, { estado: 'D', causaDevolucion: 3 })
  await ctx.drain(['ask-transfer'])
}

/** A loan whose first order STP refused and then paid all the same, while a second order pays it. */
async function makePaidTwice() {
  const { loan, worker, ...offer } = await makeOffer(ctx)
  ctx.simulator.faults.set([refusal])
  expect((await whileSending(ctx, () => acceptCall(ctx, { loan, worker, ...offer }))).statusCode).toBe(422)
  const refused = await lastOrder(ctx, loan.id)
  ctx.simulator.faults.clear()
  expect((await whileSending(ctx, () => acceptCall(ctx, { loan, worker, ...offer }))).statusCode).toBe(200)
  const paying = await lastOrder(ctx, loan.id)
  await ctx.deps.stp.registerOrder(stpOrderOf(refused))
  await settle(refused)
  return { loan, worker, refused, paying }
}

async function makeDuplicate() {
  const all = await makePaidTwice()
  await settle(all.paying)
  expect((await resolve(all.refused.id, 'settled')).statusCode).toBe(200)
  return all
}

const openDifferences = () =>
  ctx.deps.db.selectFrom('reconciliation_difference').selectAll().where('closed_at', 'is', null).execute()

test('books a second payout as owed apart from the loan, tells the worker, and agrees with STP', async () => {
  const { loan, worker, refused, paying } = await makePaidTwice()
  const early = await resolve(refused.id, 'settled')
  expect([early.statusCode, early.json().code]).toEqual([409, 'transfer.paid_by_another'])
  await settle(paying)
  const before = await findLoan(ctx, loan.id)

  const resolved = await resolve(refused.id, 'settled')
  expect(resolved.json()).toMatchObject({ order_state: 'duplicate', state: 'LQ', needs_review: false })
  expect(await accountOf(ctx, worker.id)).toEqual({ balance_cents: 0, receivable_cents: loan.amount_cents })
  expect(await findLoan(ctx, loan.id)).toMatchObject({
    ...{ state: 'active', amount_due_cents: before.amount_due_cents },
  })
  const notice = await ctx.deps.db
    .selectFrom('notification')
    .select(['title', 'message'])
    .where('reason_key', '=', `paid-twice:${loan.id}:${refused.id}`)
    .executeTakeFirstOrThrow()
  expect(notice).toMatchObject({
    title: 'Recibiste dinero de más',
    message: expect.stringMatching(/no cobran intereses/),
  })

  await reconcileDay(ctx.deps, refused.operation_date)
  expect(await openDifferences()).toEqual([])
})

test('a second payout that the bank returns is no longer owed, and the loan stays as it is', async () => {
  const { loan, worker, refused } = await makeDuplicate()
  await returnToUs(refused)
  expect(await findTransfer(ctx.deps.db, refused.id)).toMatchObject({ status: 'duplicate', state: 'D' })
  expect(await accountOf(ctx, worker.id)).toEqual({ balance_cents: 0, receivable_cents: 0 })
  expect((await findLoan(ctx, loan.id)).state).toBe('active')
  await reconcileDay(ctx.deps, refused.operation_date)
  expect(await openDifferences()).toEqual([])
})

test('a second payout that the bank returns after the worker paid it is in the balance', async () => {
  const { loan, worker, refused } = await makeDuplicate()
  await giveBalance(ctx, worker, loan.amount_cents)
  const staff = await staffHeaders(ctx)
  const paid = loan.amount_cents / 100 - 1
  expect(
    (await post(`/treasury/balances/${worker.id}/pay-receivable`, staff, { amount: paid })).statusCode,
  ).toBe(200)
  expect(await accountOf(ctx, worker.id)).toEqual({ balance_cents: 100, receivable_cents: 100 })
  await returnToUs(refused)
  expect(await findTransfer(ctx.deps.db, refused.id)).toMatchObject({ status: 'duplicate', state: 'D' })
  expect(await accountOf(ctx, worker.id)).toEqual({ balance_cents: loan.amount_cents, receivable_cents: 0 })
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
})

test('staff take what is owed apart from the balance, and nothing else is refunded before', async () => {
  const { loan, worker } = await makeDuplicate()
  const headers = await signIn(ctx, worker)
  const owed = loan.amount_cents / 100
  await giveBalance(ctx, worker, loan.amount_cents + 5_000)
  const refund = await post(`/treasury/balances/${worker.id}/refund`, headers, { amount: 50.01 })
  expect(refund.json()).toMatchObject({ status: 409, code: 'refund.owes_apart' })

  const staff = await staffHeaders(ctx)
  const pay = (amount: number) => post(`/treasury/balances/${worker.id}/pay-receivable`, staff, { amount })
  const above = await pay(owed + 1)
  expect(above.json()).toMatchObject({
    status: 409,
    code: 'receivable.less',
    errors: { amount: [expect.any(String)] },
  })
  const paid = await pay(owed)
  expect(paid.json()).toMatchObject({ balance: 50, receivable: 0 })
  const { results } = (
    await ctx.app.inject({ url: `${ctx.api}/treasury/balances/${worker.id}/movements`, headers })
  ).json()
  expect(results.slice(0, 2)).toMatchObject([
    { kind: 'receivable_payment', side: 'receivable', amount: -owed, left: 0 },
    { kind: 'receivable_payment', side: 'balance', amount: -owed, left: 50 },
  ])
})

test('two payments at once of what is owed apart pay it once', async () => {
  const { loan, worker } = await makeDuplicate()
  await giveBalance(ctx, worker, loan.amount_cents * 2)
  const headers = await staffHeaders(ctx)
  const pay = () =>
    post(`/treasury/balances/${worker.id}/pay-receivable`, headers, { amount: loan.amount_cents / 100 })
  const answers = await Promise.all([pay(), pay(), pay()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
})
