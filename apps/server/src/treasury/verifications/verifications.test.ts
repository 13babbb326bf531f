import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import { sendState } from '../../../test/loans.ts'
import { findTransfer } from '../transfers/queries/transfers.ts'
import { orderVerification } from './commands/order-verification.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

/** Sends one centavo to the account of a new worker and lets STP settle it. */
async function makeVerified() {
  const { id } = await makeWorker(ctx)
  const order = await ctx.deps.db.transaction().execute((trx) => orderVerification(ctx.deps, trx, id))
  await ctx.drain(['send-transfer'])
  ctx.simulator.act(order.tracking_key, 'settle')
  await sendState(ctx, order, { estado: 'LQ' })
  return order
}

const entriesOf = (transfer_id: number) =>
  ctx.deps.db
    .selectFrom('ledger_entry')
    .select(['kind', 'amount_cents', 'loan_id'])
    .where('transfer_id', '=', transfer_id)
    .orderBy('id')
    .execute()

test('costs one centavo when it is sent, which leaves STP when it is settled', async () => {
  const { id } = await makeVerified()
  expect(await findTransfer(ctx.deps.db, id)).toMatchObject({ status: 'sent', state: 'LQ', amount_cents: 1 })
  expect(await entriesOf(id)).toEqual([
    { kind: 'verification', amount_cents: 1, loan_id: null },
    { kind: 'verification_settled', amount_cents: 1, loan_id: null },
  ])
})

test('gives the centavo back to the lender when the bank returns it', async () => {
  const order = await makeVerified()
  ctx.simulator.act(order.tracking_key, 'return')
  await sendState(ctx, order, { estado: 'D', causaDevolucion: 1 })
  await ctx.drain(['ask-transfer'])
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ state: 'D' })
  expect((await entriesOf(order.id)).map(({ kind }) => kind).toSorted()).toEqual([
    ...['verification', 'verification_reversed', 'verification_settled', 'verification_settled_reversed'],
  ])
})
