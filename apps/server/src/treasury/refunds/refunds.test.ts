import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { accountOf as findAccount, makeCreditor as makeFundedWorker } from '../../../test/creditor.ts'
import { makeWorker } from '../../../test/factories.ts'
import { sendState, staffHeaders } from '../../../test/loans.ts'
import { findTransfer } from '../transfers/queries/transfers.ts'
import { stpOrderOf, type TransferRow } from '../transfers/rules.ts'
import { orderRefund } from './commands/order-refund.ts'

let ctx: TestContext
let admin: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  admin = await staffHeaders(ctx, 'U0')
})
beforeEach(() => {
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  ctx.setNow('2026-11-20T16:00:00Z')
})

const makeCreditor = (amount_cents: number) => makeFundedWorker(ctx, amount_cents)

const refund = (user_id: number, amount_cents: number) =>
  ctx.deps.db.transaction().execute((trx) => orderRefund(ctx.deps, trx, { user_id, amount_cents }))

const accountOf = (user_id: number) => findAccount(ctx, user_id)

const kindsOf = async ({ id }: TransferRow) => {
  const entries = ctx.deps.db.selectFrom('ledger_entry').select('kind').where('transfer_id', '=', id)
  return (await entries.orderBy('id').execute()).map(({ kind }) => kind)
}

const noticesTo = async (user_id: number) => {
  const notices = ctx.deps.db.selectFrom('notification').select('title').where('recipient_id', '=', user_id)
  return (await notices.orderBy('id').execute()).map(({ title }) => title)
}

/** Sends the order and, with `settled`, lets STP settle it. */
async function send(order: TransferRow, { settled = true } = {}) {
  await ctx.drain(['send-transfer'])
  if (!settled) return
  ctx.simulator.act(order.tracking_key, 'settle')
  await sendState(ctx, order, { estado: 'LQ' })
}

test('takes the money out of the balance when it is ordered, and out of STP when it is settled', async () => {
  const { id } = await makeCreditor(136_855)
  const order = await refund(id, 100_000)
  expect(await accountOf(id)).toMatchObject({ balance_cents: 36_855 })
  await send(order)
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'sent', state: 'LQ' })
  expect(await kindsOf(order)).toEqual(['refund', 'refund_settled'])
  expect(await noticesTo(id)).toEqual(['Te devolvimos tu saldo a favor'])
})

test('rejects a refund above the balance with 409, and a second one on its way', async () => {
  const { id } = await makeCreditor(1_000)
  await expect(refund(id, 1_001)).rejects.toMatchObject({ code: 'refund.above_balance', status: 409 })
  await refund(id, 400)
  await expect(refund(id, 400)).rejects.toMatchObject({ code: 'refund.in_progress', status: 409 })
  await expect(refund((await makeWorker(ctx)).id, 1)).rejects.toMatchObject({ code: 'refund.above_balance' })
})

test('ten refunds of the whole balance at once order one', async () => {
  const { id } = await makeCreditor(5_000)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => refund(id, 5_000)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await accountOf(id)).toMatchObject({ balance_cents: 0 })
})

test('puts the money back into the balance when STP refuses the order, and allows another', async () => {
  const { id } = await makeCreditor(5_000)
  const order = await refund(id, 5_000)
  ctx.simulator.faults.set([{ on: 'register', action: 'refuse', id: -20, message: 'El monto no es válido' }])
  await send(order, { settled: false })
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'failed' })
  expect(await accountOf(id)).toMatchObject({ balance_cents: 5_000 })
  ctx.simulator.faults.clear()
  await send(await refund(id, 5_000))
  expect(await accountOf(id)).toMatchObject({ balance_cents: 0, receivable_cents: 0 })
})

test.each([true, false])(
  'puts the money back into the balance when the bank returns it; settled before: %s',
  async (settled) => {
    const { id } = await makeCreditor(5_000)
    const order = await refund(id, 5_000)
    await send(order, { settled })
    ctx.simulator.act(order.tracking_key, settled ? 'return' : 'cancel')
    await sendState(ctx, order, { estado: settled ? 'D' : 'CN' })
    await ctx.drain(['ask-transfer'])
    expect(await accountOf(id)).toMatchObject({ balance_cents: 5_000 })
    const back = ['refund_reversed']
    expect((await kindsOf(order)).toSorted()).toEqual(
      (settled
        ? ['refund', 'refund_settled', 'refund_settled_reversed', ...back]
        : ['refund', ...back]
      ).toSorted(),
    )
    expect((await noticesTo(id)).at(-1)).toBe('Tu devolución no llegó')
  },
)

test('makes the worker owe the money of an order that STP refused and paid, until the bank returns it', async () => {
  const { id } = await makeCreditor(5_000)
  const order = await refund(id, 5_000)
  ctx.simulator.faults.set([{ on: 'register', action: 'refuse', id: -20, message: 'El monto no es válido' }])
  await send(order, { settled: false })
  await sendState(ctx, order, { estado: 'LQ' })
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'review' })
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/stp/${order.id}/resolve`, headers: admin },
    payload: { outcome: 'settled', reason: 'STP confirma el depósito' },
  })
  expect(answer.json()).toMatchObject({ state: 'LQ', needs_review: false, purpose: 'refund', loan: null })
  expect(await accountOf(id)).toEqual({ balance_cents: 5_000, receivable_cents: 5_000 })

  const paid = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/treasury/balances/${id}/pay-receivable`, payload: { amount: 20 } },
    headers: { ...admin, 'idempotency-key': randomUUID() },
  })
  expect(paid.json()).toMatchObject({ balance: 30, receivable: 30 })
  await ctx.deps.stp.registerOrder(stpOrderOf(order))
  ctx.simulator.act(order.tracking_key, 'settle')
  ctx.simulator.act(order.tracking_key, 'return')
  await sendState(ctx, order, { estado: 'D' })
  await ctx.drain(['ask-transfer'])
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ state: 'D', status: 'sent' })
  expect(await accountOf(id)).toEqual({ balance_cents: 5_000, receivable_cents: 0 })
})
