import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeActiveLoan,
  makeOffer,
  makeWorker,
  ordersAtStp,
  ordersOf,
  sendState,
  signIn,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'
import { stpOrderOf } from '../../treasury/transfers/rules.ts'

let ctx: TestContext
let admin: Record<string, string>
let manager: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  admin = await staffHeaders(ctx, 'U0')
  manager = await staffHeaders(ctx, 'U1')
})

beforeEach(() => {
  ctx.simulator.faults.clear()
  ctx.setNow('2026-11-20T16:00:00Z')
})

const otherAccount = makeClabe(777)

function pay(loan: { id: number }, amount_paid: number, previous_amount_due: number) {
  const payload = { loan_request: loan.id, amount_paid, previous_amount_due }
  return ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/payment`,
    headers: { ...manager, 'idempotency-key': randomUUID() },
    payload,
  })
}

/** Makes a loan whose payout was returned, confirmed by STP. */
async function makeReturned() {
  const active = await makeActiveLoan(ctx)
  ctx.simulator.act(active.order.tracking_key, 'return')
  await sendState(ctx, active.order, { estado: 'D', causaDevolucion: 1 })
  await ctx.drain(['ask-transfer'])
  return { ...active, order: await lastOrder(ctx, active.loan.id) }
}

function resend(loan_id: number, headers = admin, key: string = randomUUID()) {
  const url = `${ctx.api}/stp/dispersion?latitud=19.4&longitud=-99.1`
  return ctx.app.inject({
    method: 'PUT',
    url,
    headers: { ...headers, 'idempotency-key': key },
    payload: { data: { loan: loan_id } },
  })
}

test('stores the signature (firma) that was sent with an order', async () => {
  const { order } = await makeActiveLoan(ctx)
  const { signature } = await lastOrder(ctx, order.loan_id)
  expect(signature).toBe(ctx.deps.stp.signatureOf(stpOrderOf(order)))
})

describe('manual review', () => {
  function resolve(transfer_id: number, outcome: string, headers = admin) {
    const payload = { outcome, reason: 'Confirmado con STP por teléfono' }
    return ctx.app.inject({ method: 'POST', url: `${ctx.api}/stp/${transfer_id}/resolve`, headers, payload })
  }

  /** Makes an order that STP returned although its loan has a payment. */
  async function makeDoubtful() {
    const active = await makeActiveLoan(ctx)
    expect((await pay(active.loan, 916.8, 11_001.61)).statusCode).toBe(201)
    ctx.simulator.act(active.order.tracking_key, 'return')
    await sendState(ctx, active.order, { estado: 'D' })
    await ctx.drain(['ask-transfer'])
    return active
  }

  test('keeps a return of a loan with payments in review and books nothing', async () => {
    const { order, loan } = await makeDoubtful()
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'review', state: null, stp_state: 'D' })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_008_481 })
    const listed = await ctx.app.inject({ url: `${ctx.api}/stp?needs_review=true`, headers: manager })
    expect(listed.json().results).toContainEqual(
      expect.objectContaining({ id: order.id, needs_review: true, order_state: 'sent' }),
    )
    const refused = await resolve(order.id, 'returned')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'loan.has_payments'])
    const notSent = await resolve(order.id, 'not_sent')
    expect([notSent.statusCode, notSent.json().code]).toEqual([409, 'transfer.already_sent'])
    expect((await resolve(order.id, 'settled', manager)).statusCode).toBe(403)
  })

  test('books the order as settled when an admin says so', async () => {
    const { order, loan } = await makeDoubtful()
    const answer = await resolve(order.id, 'settled')
    expect(answer.json()).toMatchObject({ state: 'LQ', needs_review: false })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_008_481 })
    const again = await resolve(order.id, 'settled')
    expect([again.statusCode, again.json().code]).toEqual([409, 'transfer.not_in_review'])
  })

  test('books the return once an admin has reversed the payment', async () => {
    const { order, loan } = await makeDoubtful()
    const { id } = await ctx.deps.db
      .selectFrom('payment')
      .select('id')
      .where('loan_id', '=', loan.id)
      .executeTakeFirstOrThrow()
    const headers = { ...admin, 'idempotency-key': randomUUID() }
    await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/loan/payment/${id}/reverse`,
      headers,
      payload: { reason: 'El dinero regresó' },
    })
    expect((await resolve(order.id, 'returned')).json()).toMatchObject({ state: 'D', needs_review: false })
    expect((await findLoan(ctx, loan.id)).state).toBe('payout_returned')
  })

  /** Makes an order that STP refused and later reports as paid; its loan is an offer again. */
  async function makeRefused() {
    const offer = await makeOffer(ctx)
    ctx.simulator.faults.set([
      { on: 'register', action: 'refuse', id: -20, message: 'El monto no es válido' },
    ])
    expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(422)
    const order = await lastOrder(ctx, offer.loan.id)
    await sendState(ctx, order, { estado: 'LQ' })
    return { ...offer, order }
  }

  test('activates the loan as signed for an order that STP refused and paid', async () => {
    const { order, ...offer } = await makeRefused()
    const { loan } = offer
    expect((await findLoan(ctx, loan.id)).state).toBe('approved')
    ctx.setNow('2026-11-24T16:00:00Z')
    const later = await staffHeaders(ctx, 'U0')
    expect((await resolve(order.id, 'settled', later)).json()).toMatchObject({
      state: 'LQ',
      needs_review: false,
    })
    expect(await findLoan(ctx, loan.id)).toMatchObject({
      ...{ state: 'active', amount_due_cents: 1_100_161, accepted_at: '2026-11-20T16:00:00.000Z' },
      ...{ next_payment_date: '2026-12-20', payment_deadline: '2027-11-20' },
    })
    const answer = await ctx.app.inject({ url: `${ctx.api}/loan/${loan.id}`, headers: later })
    expect(answer.json().schedule).toHaveLength(12)
    const again = await acceptCall(ctx, { ...offer, headers: await signIn(ctx, offer.worker) })
    expect([again.statusCode, again.json().code]).toEqual([409, 'loan.already_accepted'])
  })

  test('lets a loan be sent again whose order STP refused, paid and got back', async () => {
    const { order, loan } = await makeRefused()
    expect((await resolve(order.id, 'returned')).json()).toMatchObject({ state: 'D', needs_review: false })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'payout_returned', amount_due_cents: 0 })
    expect((await whileSending(ctx, () => resend(loan.id))).json()).toMatchObject({ ok: true })
  })

  test('keeps the offer of an order that STP refused and never paid', async () => {
    const { order, loan } = await makeRefused()
    expect((await resolve(order.id, 'not_sent')).statusCode).toBe(200)
    expect((await findLoan(ctx, loan.id)).state).toBe('approved')
  })

  test('confirms a booked return in review, and answers 409 if it is resolved as settled', async () => {
    const { order, loan } = await makeReturned()
    const doubted = { status: 'review' as const, failure_message: 'El monto no coincide.' }
    await ctx.deps.db.updateTable('transfer').set(doubted).where('id', '=', order.id).execute()
    const settled = await resolve(order.id, 'settled')
    expect([settled.statusCode, settled.json().code]).toEqual([409, 'transfer.already_returned'])
    expect((await resolve(order.id, 'returned')).json()).toMatchObject({ state: 'D', needs_review: false })
    expect((await findLoan(ctx, loan.id)).state).toBe('payout_returned')
  })

  test('sends an order cancelled after its settlement to review', async () => {
    ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
    const { order, loan } = await makeActiveLoan(ctx)
    await sendState(ctx, order, { estado: 'LQ' })
    ctx.simulator.act(order.tracking_key, 'cancel')
    await sendState(ctx, order, { estado: 'CN' })
    await ctx.drain(['ask-transfer'])
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'review', state: 'LQ', stp_state: 'CN' })
    expect((await resolve(order.id, 'settled')).json()).toMatchObject({ state: 'LQ', needs_review: false })
  })
})

describe('sending a returned payout again', () => {
  test('creates a new order with a new key to the current account; due dates count from that day', async () => {
    const { loan, worker, order } = await makeReturned()
    await ctx.deps.db
      .updateTable('app_user')
      .set({ debit_card_number: otherAccount, bank: '40012' })
      .where('id', '=', worker.id)
      .execute()
    ctx.setNow('2026-11-24T16:00:00Z')
    const later = await staffHeaders(ctx, 'U0')
    const answer = await whileSending(ctx, () => resend(loan.id, later))
    expect(answer.statusCode).toBe(200)
    const second = await lastOrder(ctx, loan.id)
    expect(answer.json()).toMatchObject({
      ok: true,
      data: { resultado: { id: second.stp_id } },
      order: { attempt: 2, beneficiary_account: otherAccount },
    })
    expect(second.tracking_key).not.toBe(order.tracking_key)
    expect(await findLoan(ctx, loan.id)).toMatchObject({
      state: 'active',
      next_payment_date: '2026-12-24',
      payment_deadline: '2027-11-24',
      amount_due_cents: 1_100_161,
    })
    const notice = await ctx.deps.db
      .selectFrom('notification')
      .select('message')
      .where('recipient_id', '=', worker.id)
      .where('title', '=', 'El dinero ha sido enviado.')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(notice.message).toMatch(
      /^Te enviamos \$[\d,]+\.\d\d a tu cuenta .+ ····\d{4}\. Sus fechas de pago cambiaron: la primera es el 24\/12\/2026\. La nueva tabla de pagos está en la aplicación\.$/,
    )
  })

  test('uses the place of the acceptance if none is sent, never 0, 0', async () => {
    const { loan } = await makeReturned()
    const from = (query: string) =>
      ctx.app.inject({
        ...{ method: 'PUT', url: `${ctx.api}/stp/dispersion${query}`, payload: { data: { loan: loan.id } } },
        headers: { ...admin, 'idempotency-key': randomUUID() },
      })
    for (const query of ['?latitud=0.0&longitud=0.0', '?latitud=norte&longitud=-99'])
      expect((await from(query)).json()).toMatchObject({
        ...{ status: 422, errors: { latitud: ['La ubicación no es válida'] } },
      })
    expect((await whileSending(ctx, () => from(''))).statusCode).toBe(200)
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ latitude: 25.6866, longitude: -100.3161 })
  })

  test('keeps the loan returned after a refusal; 403 for managers; 409 for another loan', async () => {
    const { loan } = await makeReturned()
    ctx.simulator.faults.set([{ on: 'register', action: 'refuse', id: -22, message: 'no coincide' }])
    const refused = await whileSending(ctx, () => resend(loan.id))
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'transfer.refused'])
    expect((await findLoan(ctx, loan.id)).state).toBe('payout_returned')
    expect((await resend(loan.id, manager)).statusCode).toBe(403)
    const active = await makeActiveLoan(ctx)
    const other = await resend(active.loan.id)
    expect([other.statusCode, other.json().code]).toEqual([409, 'loan.not_returned'])
    expect((await whileSending(ctx, () => resend(loan.id))).statusCode).toBe(200)
  })

  test('eight concurrent resends create one order, in 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { loan } = await makeReturned()
      const answers = await whileSending(ctx, () =>
        Promise.all(Array.from({ length: 8 }, () => resend(loan.id))),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
        200, 409, 409, 409, 409, 409, 409, 409,
      ])
      expect(await ordersOf(ctx, loan.id)).toHaveLength(2)
      expect(await ordersAtStp(ctx, loan.id)).toHaveLength(2)
    }
  })

  test('returns the same order for a repeated idempotency key', async () => {
    const { loan } = await makeReturned()
    const key = randomUUID()
    const first = await whileSending(ctx, () => resend(loan.id, admin, key))
    const second = await resend(loan.id, admin, key)
    expect(second.json().order.id).toBe(first.json().order.id)
    expect(second.headers['idempotent-replay']).toBe('true')
    expect(await ordersOf(ctx, loan.id)).toHaveLength(2)
  })

  test('lets an admin cancel the loan instead', async () => {
    const { loan } = await makeReturned()
    const cancel = () =>
      ctx.app.inject({
        method: 'POST',
        url: `${ctx.api}/loan/${loan.id}/cancel`,
        headers: admin,
        payload: { reason: 'La cuenta ya no existe' },
      })
    expect((await cancel()).json()).toMatchObject({ status: 'REJ', amount_due: 0 })
    const again = await cancel()
    expect([again.statusCode, again.json().code]).toEqual([409, 'loan.not_returned'])
    expect((await resend(loan.id)).statusCode).toBe(409)
  })
})

describe('the list of orders for staff', () => {
  test('filters, searches the four fields in order, and pages [B7.30]', async () => {
    const worker = await makeWorker(ctx, { email: 'unica.persona@fabrica.mx' })
    const { order, loan } = await makeActiveLoan(ctx, { worker })
    const list = async (query: string) =>
      (await ctx.app.inject({ url: `${ctx.api}/stp?${query}`, headers: manager })).json()
    const { name } = await ctx.deps.db
      .selectFrom('company')
      .select('name')
      .where('id', '=', worker.company_id ?? 0)
      .executeTakeFirstOrThrow()

    for (const query of [
      `tracking_key=${order.tracking_key}`,
      `loan__folio=${loan.folio}`,
      'loan__user__email=unica.persona@fabrica.mx',
      `company=${encodeURIComponent(name)}`,
      `search=${order.tracking_key.toLowerCase()}`,
      'search=unica.persona',
      `search=${loan.folio}`,
    ]) {
      expect(await list(query)).toMatchObject({
        count: 1,
        results: [{ id: order.id, loan: loan.id, loan_type: 'credit' }],
      })
    }
    const named = `search=${encodeURIComponent(name)}`
    const one = { count: 1, results: [{ id: order.id }] }
    expect(await list(`${named}&operation_date=2026-11-20`)).toMatchObject(one)
    expect(await list(`${named}&operation_date=2026-11-21`)).toMatchObject({ count: 0 })
    expect(await list(`${named}&state=CN`)).toMatchObject({ count: 0 })
    const [first, second] = [await list('page=1&page_size=2'), await list('page=2&page_size=2')]
    expect([first.count, first.results.length, second.results.length]).toEqual([second.count, 2, 2])
    expect(second.results.map(({ id }: { id: number }) => id)).not.toContain(first.results[0].id)
    expect(await list('search=nobody-has-this')).toMatchObject({ count: 0, results: [] })
    expect((await list('')).results).toHaveLength(10)
    expect(await list('state=CN&operation_date=2020-01-01')).toMatchObject({ count: 0 })
    expect((await list(`tracking_key=${order.tracking_key}&operation_date=2026-11-20`)).count).toBe(1)
    expect(
      (await ctx.app.inject({ url: `${ctx.api}/stp?page_size=100000`, headers: manager })).statusCode,
    ).toBe(422)
    expect(
      (await ctx.app.inject({ url: `${ctx.api}/stp`, headers: await signIn(ctx, worker) })).statusCode,
    ).toBe(403)
  })

  test('queries STP about one order and stores the answer', async () => {
    const { order } = await makeActiveLoan(ctx)
    ctx.simulator.act(order.tracking_key, 'settle')
    const consult = (url: string) =>
      ctx.app.inject({
        method: 'POST',
        url: `${ctx.api}${url}`,
        headers: manager,
        payload: { tracking_key: order.tracking_key },
      })
    for (const url of ['/stp/consulta-orden', '/stp/']) {
      expect((await consult(url)).json()).toMatchObject({ id: order.id, state: 'LQ', stp_state: 'LQ' })
    }
    ctx.simulator.faults.set([{ on: 'query', action: 'forbidden' }])
    const silent = await consult('/stp/consulta-orden')
    expect([silent.statusCode, silent.json().code]).toEqual([503, 'transfer.unavailable'])
    const one = await ctx.app.inject({ url: `${ctx.api}/stp/${order.id}`, headers: manager })
    expect(one.json()).toMatchObject({ id: order.id, amount: 10_000, payment_concept: 'Envio de credito' })
    expect((await ctx.app.inject({ url: `${ctx.api}/stp/999999`, headers: manager })).statusCode).toBe(404)
  })
})
