import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeActiveLoan,
  makeOffer,
  postCallback,
  sendState,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'
import { sweepTransfers } from './commands/sweep-transfers.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
  // An order ends only when a test says so.
  ctx.simulator.configure({ settle_ms: null })
  await staffHeaders(ctx, 'U0')
  await staffHeaders(ctx, 'U1')
})

beforeEach(() => {
  ctx.simulator.faults.clear()
  ctx.setNow('2026-11-20T16:00:00Z')
})

const messagesOf = async (transfer_id: number) =>
  (
    await ctx.deps.db
      .selectFrom('stp_message')
      .select('outcome')
      .where('transfer_id', '=', transfer_id)
      .orderBy('id')
      .execute()
  ).map(({ outcome }) => outcome)

const kindsOf = async (transfer_id: number) =>
  (
    await ctx.deps.db
      .selectFrom('ledger_entry')
      .select('kind')
      .where('transfer_id', '=', transfer_id)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

async function sweepAt(instant: string) {
  const before = ctx.clock.now
  ctx.setNow(instant)
  try {
    await sweepTransfers(ctx.deps)
  } finally {
    ctx.setNow(before.toString())
  }
}

/** The values of `estado` that public integrations have received in callbacks; they differ by contract and year. */
const spellings = {
  settled: ['LQ', 'LIQUIDACION', 'LIQUIDADA', 'LIQUIDADO', 'Liquidación', 'Liquidada', 'Liquidado'],
  settled_too: ['Success', 'exito', 'TLQ'],
  cancelled: ['CN', 'CANCELACION', 'CANCELADA', 'CANCELADO', 'Cancelación', 'Cancelada', 'Cancelado'],
  cancelled_too: ['Cancel', 'CL', 'CR', 'CA', 'TCL'],
  returned: ['D', 'DEVOLUCION', 'DEVUELTA', 'DEVUELTO', 'Devolución', 'Devuelta', 'Devuelto'],
  returned_too: ['Refund', 'devolucion', 'TD'],
} as const

describe('STP’s callbacks', () => {
  test.each([...spellings.settled, ...spellings.settled_too])(
    '%s settles the order, once',
    async (estado) => {
      const { order, loan } = await makeActiveLoan(ctx)
      await sendState(ctx, order, { estado: estado })
      await sendState(ctx, order, { estado: estado })
      expect(await lastOrder(ctx, loan.id)).toMatchObject({
        status: 'sent',
        state: 'LQ',
        stp_state: estado,
        ts_liquidation: '2025-11-20T16:00:00.000Z',
      })
      expect(await kindsOf(order.id)).toEqual(['payout_principal', 'payout_charge', 'settlement'])
      expect(await messagesOf(order.id)).toEqual(['settled', 'repeated'])
      expect((await findLoan(ctx, loan.id)).settled_at).toBe('2025-11-20T16:00:00.000Z')
    },
  )

  test.each([
    ...[...spellings.returned, ...spellings.returned_too].map((estado) => [estado, 'return', 'D'] as const),
    ...[...spellings.cancelled, ...spellings.cancelled_too].map(
      (estado) => [estado, 'cancel', 'CN'] as const,
    ),
  ])('%s returns the loan after a signed query confirms it', async (estado, command, state) => {
    const { order, loan, worker } = await makeActiveLoan(ctx)
    expect(ctx.simulator.act(order.tracking_key, command)).toBe(true)
    await sendState(ctx, order, { estado: estado, causaDevolucion: 1 })
    expect(await messagesOf(order.id)).toEqual(['to_confirm'])
    expect((await findLoan(ctx, loan.id)).state).toBe('active')

    await ctx.drain(['ask-transfer'])
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'sent', state })
    expect(await findLoan(ctx, loan.id)).toMatchObject({
      state: 'payout_returned',
      amount_due_cents: 0,
      next_payment_date: null,
    })
    expect(await messagesOf(order.id)).toEqual(['confirmed'])
    expect(await kindsOf(order.id)).toEqual([
      'payout_principal',
      'payout_charge',
      'payout_principal_reversed',
      'payout_charge_reversed',
    ])
    const notices = await ctx.deps.db
      .selectFrom('notification')
      .select('title')
      .where('recipient_id', '=', worker.id)
      .orderBy('id')
      .execute()
    expect(notices.map(({ title }) => title)).toEqual([
      'El dinero ha sido enviado.',
      'Tu banco devolvió el dinero',
    ])
    const notified = await ctx.deps.db
      .selectFrom('notification')
      .select('recipient_id as id')
      .where('reason_key', '=', `payout-returned:${loan.id}:${order.id}`)
      .orderBy('id')
      .execute()
    const staff = ctx.deps.db.selectFrom('app_user').select('id').where('is_staff', '=', true).orderBy('id')
    expect(notified).toEqual(await staff.execute())
  })

  test('does not book a return that STP does not confirm', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    await sendState(ctx, order, { estado: 'D' })
    await ctx.drain(['ask-transfer'])
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
    expect(await messagesOf(order.id)).toEqual(['contradicted'])
  })

  test('lets the sweep confirm a return when STP does not answer at first', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    ctx.simulator.act(order.tracking_key, 'return')
    ctx.simulator.faults.set([{ on: 'query', action: 'forbidden', count: 1 }])
    await sendState(ctx, order, { estado: 'D' })
    await ctx.drain(['ask-transfer'])
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
    await sweepAt('2026-11-20T16:02:00Z')
    expect((await findLoan(ctx, loan.id)).state).toBe('payout_returned')
  })

  test('reverses the settlement for D after LQ, and ignores LQ after D', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    await sendState(ctx, order, { estado: 'LQ' })
    ctx.simulator.act(order.tracking_key, 'return')
    await sendState(ctx, order, { estado: 'D' })
    await ctx.drain(['ask-transfer'])
    expect(await kindsOf(order.id)).toEqual([
      'payout_principal',
      'payout_charge',
      'settlement',
      'settlement_reversed',
      'payout_principal_reversed',
      'payout_charge_reversed',
    ])
    await sendState(ctx, order, { estado: 'LQ' })
    await sendState(ctx, order, { estado: 'D' })
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ state: 'D' })
    expect((await findLoan(ctx, loan.id)).state).toBe('payout_returned')
    expect(await messagesOf(order.id)).toEqual(['settled', 'confirmed', 'ignored', 'repeated'])
  })

  test('ignores an LQ that arrives after D', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    ctx.simulator.act(order.tracking_key, 'return')
    await sendState(ctx, order, { estado: 'D' })
    await ctx.drain(['ask-transfer'])
    await sendState(ctx, order, { estado: 'LQ' })
    expect(await messagesOf(order.id)).toEqual(['confirmed', 'ignored'])
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'payout_returned', settled_at: null })
    expect(await kindsOf(order.id)).not.toContain('settlement')
  })

  test('sends CN after LQ to review and books nothing', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    await sendState(ctx, order, { estado: 'LQ' })
    ctx.simulator.act(order.tracking_key, 'cancel')
    await sendState(ctx, order, { estado: 'CN' })
    await ctx.drain(['ask-transfer'])
    expect(await lastOrder(ctx, loan.id)).toMatchObject({
      status: 'review',
      state: 'LQ',
      failure_message: 'STP la reporta cancelada después de liquidada.',
    })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
    expect(await kindsOf(order.id)).toEqual(['payout_principal', 'payout_charge', 'settlement'])
  })

  test('sends D on a loan with payments to review, where a late LQ changes nothing', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    const body = { loan_request: loan.id, amount_paid: 916.8, previous_amount_due: 11_001.61 }
    const headers = { ...(await staffHeaders(ctx)), 'idempotency-key': randomUUID() }
    const paid = await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/loan/payment`,
      headers,
      payload: body,
    })
    expect(paid.statusCode).toBe(201)
    ctx.simulator.act(order.tracking_key, 'settle')
    ctx.simulator.act(order.tracking_key, 'return')
    await sendState(ctx, order, { estado: 'D' })
    await ctx.drain(['ask-transfer'])
    const failure_message = 'STP la reporta devuelta y el préstamo ya tiene pagos.'
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'review', state: null, failure_message })
    await sendState(ctx, order, { estado: 'LQ' })
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'review', state: 'LQ', failure_message })
    expect(await kindsOf(order.id)).toEqual(['payout_principal', 'payout_charge', 'settlement'])
  })

  test('queries STP once about a return reported five times', async () => {
    const { order } = await makeActiveLoan(ctx)
    for (let time = 0; time < 5; time += 1) await sendState(ctx, order, { estado: 'D' })
    expect(await ctx.drain(['ask-transfer'])).toBe(1)
    expect(await messagesOf(order.id)).toEqual(Array.from({ length: 5 }, () => 'contradicted'))
  })

  test('queries STP about an order whose callback was lost', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    ctx.simulator.act(order.tracking_key, 'settle')
    await sweepAt('2026-11-20T16:09:00Z')
    expect((await lastOrder(ctx, loan.id)).state).toBe(null)
    await sweepAt('2026-11-20T16:11:00Z')
    expect((await lastOrder(ctx, loan.id)).state).toBe('LQ')
  })

  test('settles once when eight callbacks arrive at once', async () => {
    const { order } = await makeActiveLoan(ctx)
    await Promise.all(Array.from({ length: 8 }, () => sendState(ctx, order, { estado: 'LQ' })))
    expect(await kindsOf(order.id)).toEqual(['payout_principal', 'payout_charge', 'settlement'])
    expect((await messagesOf(order.id)).sort()).toEqual([
      ...Array.from({ length: 7 }, () => 'repeated'),
      'settled',
    ])
  })

  test('moves an order that STP refused to review, for any number of callbacks', async () => {
    const offer = await makeOffer(ctx)
    ctx.simulator.faults.set([
      { on: 'register', action: 'refuse', id: -20, message: 'El monto no es válido' },
    ])
    const answer = await whileSending(ctx, () => acceptCall(ctx, offer))
    expect(answer.statusCode).toBe(422)
    const order = await lastOrder(ctx, offer.loan.id)
    for (let time = 0; time < 3; time += 1) await sendState(ctx, order, { estado: 'LQ' })
    expect(await messagesOf(order.id)).toEqual(['after_refusal', 'review', 'review'])
    expect(await lastOrder(ctx, offer.loan.id)).toMatchObject({ status: 'review', sent_at: null })
    expect(await kindsOf(order.id)).toEqual([])
  })

  test('books nothing for a callback with another STP number', async () => {
    const { order } = await makeActiveLoan(ctx)
    await sendState(ctx, order, { estado: 'LQ', id: 999 })
    expect(await lastOrder(ctx, order.loan_id)).toMatchObject({ state: null })
    expect(await messagesOf(order.id)).toEqual(['to_confirm'])
  })

  test('stores and answers unknown and unreadable callbacks', async () => {
    for (const body of [
      { estado: 'LQ', id: 1, claveRastreo: 'NOBODYKNOWS1' },
      { estado: 'LQ' },
      { nothing: true },
    ]) {
      expect((await postCallback(ctx, body)).json()).toEqual({ mensaje: 'recibido' })
    }
    const kept = await ctx.deps.db
      .selectFrom('stp_message')
      .select(['outcome', 'body'])
      .where('transfer_id', 'is', null)
      .orderBy('id')
      .execute()
    expect(kept.map(({ outcome }) => outcome)).toEqual(['order_unknown', 'order_unknown', 'unreadable'])
    expect(kept[2]?.body).toEqual({ nothing: true })
  })

  test('answers 404 for a wrong secret', async () => {
    for (const path of ['order-state', 'payment']) {
      const answer = await postCallback(ctx, { estado: 'LQ' }, { path, secret: 'guessed' })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'route.not_found'])
    }
  })
})
