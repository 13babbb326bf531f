import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeOffer,
  ordersAtStp,
  sendState,
  whileSending,
} from '../../../test/loans.ts'

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

/** Makes a signed offer whose order has no answer: the call is lost before or after STP receives it. */
async function makeUnanswered(when: 'before' | 'after') {
  const offer = await makeOffer(ctx)
  ctx.simulator.faults.set([{ on: 'register', action: 'lose', when }])
  expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(202)
  const order = await lastOrder(ctx, offer.loan.id)
  expect(order).toMatchObject({ status: 'unknown', stp_id: null })
  return { ...offer, order }
}

async function traceOf(transfer_id: number, worker_id: number) {
  const { db } = ctx.deps
  const entries = db.selectFrom('ledger_entry').select('kind').where('transfer_id', '=', transfer_id)
  const notices = db.selectFrom('notification').select('title').where('recipient_id', '=', worker_id)
  const messages = db.selectFrom('stp_message').select('outcome').where('transfer_id', '=', transfer_id)
  return {
    booked: (await entries.orderBy('id').execute()).map(({ kind }) => kind),
    notices: (await notices.orderBy('id').execute()).map(({ title }) => title),
    messages: (await messages.orderBy('id').execute()).map(({ outcome }) => outcome),
  }
}

describe('a callback of an order whose call has no answer', () => {
  test.each(['LQ', 'TLQ', 'Success', 'D', 'CN'])(
    'books nothing when a forged %s arrives five times and STP has no such order',
    async (estado) => {
      const { order, loan, worker } = await makeUnanswered('before')
      for (let time = 0; time < 5; time += 1) await sendState(ctx, order, { estado, id: 777 })
      expect(await ctx.drain(['ask-transfer'])).toBe(1)
      expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'unknown', state: null, stp_id: null })
      expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'disbursing', amount_due_cents: 0 })
      const messages = Array.from({ length: 5 }, () => 'to_confirm')
      expect(await traceOf(order.id, worker.id)).toEqual({ booked: [], notices: [], messages })
    },
  )

  test('settles the order once STP answers that it is settled, without waiting for the sweep', async () => {
    const { order, loan, worker } = await makeUnanswered('after')
    const [atStp] = await ordersAtStp(ctx, loan.id)
    ctx.simulator.act(order.tracking_key, 'settle')
    const payload = { estado: 'LQ', id: String(atStp?.idEF), folioOrigen: order.tracking_key }
    await sendState(ctx, { tracking_key: '', stp_id: null }, payload)
    expect((await traceOf(order.id, worker.id)).booked).toEqual([])

    expect(await ctx.drain(['ask-transfer'])).toBe(1)
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'sent', state: 'LQ', stp_id: atStp?.idEF })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
    expect(await traceOf(order.id, worker.id)).toMatchObject({
      booked: ['payout_principal', 'payout_charge', 'settlement'],
      messages: ['confirmed'],
    })
  })

  test('keeps a forged D as contradicted when STP answers that the order is settled', async () => {
    const { order, worker } = await makeUnanswered('after')
    ctx.simulator.act(order.tracking_key, 'settle')
    await sendState(ctx, order, { estado: 'D' })
    await sendState(ctx, order, { estado: 'LQ' })
    await ctx.drain(['ask-transfer'])
    const messages = ['contradicted', 'confirmed']
    expect(await traceOf(order.id, worker.id)).toMatchObject({ messages })
  })

  test('books the payout but no settlement when STP answers that the order is in transit', async () => {
    const { order, loan, worker } = await makeUnanswered('after')
    await sendState(ctx, order, { estado: 'LQ' })
    await ctx.drain(['ask-transfer'])
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'sent', state: null })
    expect(await traceOf(order.id, worker.id)).toMatchObject({
      booked: ['payout_principal', 'payout_charge'],
      messages: ['contradicted'],
    })
  })
})
