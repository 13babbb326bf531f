import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { accountOf, giveBalance } from '../../../test/creditor.ts'
import { makeStaff } from '../../../test/factories.ts'
import { findLoan, makeActiveLoan, sendState, staffHeaders } from '../../../test/loans.ts'
import type { CommandContext } from '../../command/context.ts'
import { payReceivable } from '../../treasury/worker-accounts/commands/pay-receivable.ts'
import { verifyLedger } from '../ledger/queries.ts'
import { recordPayment } from '../payments/commands/record-payment.ts'
import { reversePayment } from '../payments/commands/reverse-payment.ts'
import { useBalance } from '../payments/commands/use-balance.ts'

let ctx: TestContext
let context: CommandContext
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
  const { id } = await makeStaff(ctx, 'U0')
  context = { user: { id, user_type: 'U0', company_id: null }, session_id: null, ip: null, user_agent: null }
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

type ActiveLoan = Awaited<ReturnType<typeof makeActiveLoan>>

/** The bank returns the payout of a loan, and an admin books it once the loan has no payments. */
async function returnPayout({ loan, order }: ActiveLoan, payment_id: number) {
  ctx.simulator.act(order.tracking_key, 'return', 3)
  await sendState(ctx, order, { estado: 'D', causaDevolucion: 3 })
  await ctx.drain(['ask-transfer'])
  const reversal = await reversePayment(ctx.deps, context, { payment_id, reason: 'El dinero regresó' })
  expect(reversal.payment_id).toBe(payment_id)
  const resolved = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/stp/${order.id}/resolve` },
    headers: { ...(await staffHeaders(ctx, 'U0')), 'idempotency-key': randomUUID() },
    payload: { outcome: 'returned', reason: 'Visto en el banco' },
  })
  expect(resolved.json()).toMatchObject({ state: 'D', needs_review: false })
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'payout_returned' })
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
}

async function reversalNoticesOf({ id }: { id: number }): Promise<string[]> {
  const notices = ctx.deps.db
    .selectFrom('notification')
    .select('message')
    .where('recipient_id', '=', id)
    .where('title', '=', 'Pago anulado')
    .orderBy('id')
  return (await notices.execute()).map(({ message }) => message)
}

test('what a worker paid of a debt apart is in the balance when the debt is of the loan again', async () => {
  const made = await makeActiveLoan(ctx)
  const { loan, worker } = made
  const due = { amount_paid: loan.amount_cents, previous_amount_due: loan.total_debt_cents }
  const { payment_id } = await recordPayment(ctx.deps, context, { loan_request: loan.id, ...due })
  await makeActiveLoan(ctx, { worker })
  await reversePayment(ctx.deps, context, { payment_id, reason: 'No era de este préstamo' })
  await giveBalance(ctx, worker, 40_000)
  await payReceivable(ctx.deps, context, { user_id: worker.id, amount: 30_000 })
  expect(await accountOf(ctx, worker.id)).toEqual({
    ...{ balance_cents: 10_000, receivable_cents: loan.amount_cents - 30_000 },
  })
  await returnPayout(made, payment_id)
  expect(await accountOf(ctx, worker.id)).toEqual({ balance_cents: 40_000, receivable_cents: 0 })
})

test('a payment whose rest is used is reversed when its payout came back: the worker owes the rest', async () => {
  const made = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 100_000 })
  const { loan, worker } = made
  const { loan: other } = await makeActiveLoan(ctx, { worker })
  const { payment_id } = await recordPayment(ctx.deps, context, {
    ...{ loan_request: loan.id, amount_paid: loan.total_debt_cents + 50_000 },
    ...{ previous_amount_due: loan.total_debt_cents, remainder: 'balance' },
  })
  await useBalance(ctx.deps, context, {
    loan_id: other.id,
    body: { amount_paid: 20_000, previous_amount_due: other.total_debt_cents },
  })
  await expect(
    reversePayment(ctx.deps, context, { payment_id, reason: 'Se registró mal' }),
  ).rejects.toMatchObject({ constraint: 'worker_balance_positive' })

  await returnPayout(made, payment_id)
  expect(await accountOf(ctx, worker.id)).toEqual({ balance_cents: 0, receivable_cents: 20_000 })
  const [notice] = await reversalNoticesOf(worker)
  expect(notice).toMatch(/Te quedan por pagar \$[\d,.]+ y debes \$200.00 aparte\.$/)
})
