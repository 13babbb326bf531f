import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { findAbono, receiveAbono } from '../../../test/incoming.ts'
import { makeActiveLoan, postCallback, sendState, staffHeaders } from '../../../test/loans.ts'
import type { Deps } from '../../deps.ts'
import { writeSetting } from '../../platform/settings/commands/write-setting.ts'
import { claimTransfer, sendTransfer } from '../transfers/commands/send-transfer.ts'
import { sweepTransfers } from '../transfers/commands/sweep-transfers.ts'
import { findTransfer } from '../transfers/queries/transfers.ts'

type Headers = Record<string, string>
let ctx: TestContext
let manager: Headers
let admin: Headers
const start = '2026-11-20T16:00:00Z'

beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})
beforeEach(() => {
  ctx.setNow(start)
  ctx.simulator.faults.clear()
})

const at = (id: number, path = '') => `${ctx.api}/stp/incoming-payments/${id}${path}`
const post = (url: string, headers = manager, payload: object = {}) =>
  ctx.app.inject({ method: 'POST', url, headers: { ...headers, 'idempotency-key': randomUUID() }, payload })
const ask = (id: number, headers = manager) =>
  post(at(id, '/return'), headers, { reason: 'No conocemos a quien lo envió' })
const approve = (approval: number, headers = admin) =>
  post(`${ctx.api}/approvals/${approval}/approve`, headers)
const read = async (id: number) => (await ctx.app.inject({ url: at(id), headers: manager })).json()
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

const returnsOf = (incoming_payment_id: number) =>
  ctx.deps.db
    .selectFrom('transfer')
    .selectAll()
    .where('incoming_payment_id', '=', incoming_payment_id)
    .orderBy('id')
    .execute()

const kindsOf = async (transfer_id: number) => {
  const entries = ctx.deps.db.selectFrom('ledger_entry').select('kind').where('transfer_id', '=', transfer_id)
  return (await entries.orderBy('id').execute()).map(({ kind }) => kind)
}

const paymentAtStp = (key: string | null) =>
  ctx.simulator.payments().find(({ cuerpo }) => cuerpo.claveRastreo === key)

/** STP refuses every return: HTTP 200 with an error, as for orders. */
function refuseReturns() {
  const resultado = { id: -20, descripcionError: 'El monto no es válido' }
  const body = JSON.stringify({ resultado })
  ctx.simulator.faults.set([{ on: 'return_payment', action: 'answer', status: 200, body }])
}

/** Money of an unknown payer, whose return a second person has approved; the order waits to be sent. */
async function orderReturn(change: object = {}) {
  const incoming = await receiveAbono(ctx, change)
  const { approval } = (await ask(incoming.id)).json()
  expect((await approve(approval.id)).statusCode).toBe(200)
  const [order] = await returnsOf(incoming.id)
  if (order === undefined) throw new Error('no order was written')
  return { incoming, order }
}

const payBack = (loan: { id: number }, id: number, amount_paid = 916.8) =>
  post(at(id, '/confirm'), manager, { loan_request: loan.id, amount_paid, previous_amount_due: 11_001.61 })

describe('asking for a return', () => {
  test('waits for a second person: 202, and the money stays usable', async () => {
    const { id } = await receiveAbono(ctx)
    const answer = await ask(id)
    expect([answer.statusCode, answer.json().approval]).toMatchObject([
      202,
      {
        action: 'incoming_payment.return',
        amount: 916.8,
        person: 'EMPRESA DE PRUEBA SA DE CV',
        state: 'open',
      },
    ])
    const { approval } = answer.json()
    expect(approval.lines).toContainEqual({ label: 'Motivo', value: 'No conocemos a quien lo envió' })
    expect(await read(id)).toMatchObject({
      ...{ status: 'open', unapplied: 916.8 },
      return: { state: 'requested', approval: approval.id, transfer: null },
    })
    expect(codeOf(await ask(id))).toEqual([409, 'approval.already_open'])
    expect(codeOf(await approve(approval.id, manager))).toEqual([403, 'approval.own'])
    expect(await returnsOf(id)).toEqual([])
  })

  test('rejects with 409 what STP did not confirm, what is used in part, and what arrived 31 days ago', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const partly = await receiveAbono(ctx)
    await payBack(loan, partly.id, 500)
    expect(codeOf(await ask(partly.id))).toEqual([409, 'incoming_payment.partly_used'])
    const own = await receiveAbono(ctx, { tipoPago: 0 })
    expect(codeOf(await ask(own.id))).toEqual([409, 'incoming_payment.returned_money'])
    const old = await receiveAbono(ctx)
    const received_at = '2026-10-20T16:00:00Z'
    const changes = { received_at, settled_at: received_at }
    await ctx.deps.db.updateTable('incoming_payment').set(changes).where('id', '=', old.id).execute()
    expect(codeOf(await ask(old.id))).toEqual([409, 'incoming_payment.return_too_late'])
    expect((await post(at(old.id, '/return'), manager, { reason: ' ' })).statusCode).toBe(422)
    expect(codeOf(await ask(99_999_999))).toEqual([404, 'incoming_payment.not_found'])
  })

  test('becomes stale when a part is registered meanwhile', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await receiveAbono(ctx)
    const { approval } = (await ask(id)).json()
    await payBack(loan, id, 100)
    expect(codeOf(await approve(approval.id))).toEqual([409, 'approval.subject_changed'])
    expect(await returnsOf(id)).toEqual([])
  })
})

describe('the order of a return', () => {
  test('sets the money apart at once: nothing else can use it', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { incoming, order } = await orderReturn()
    const { id } = incoming
    expect(order.tracking_key).toMatch(/^D1000\d{4}[0-9A-Z]+01$/)
    expect(await read(id)).toMatchObject({
      ...{ status: 'confirmed', unapplied: 0 },
      return: { state: 'ordered', transfer: order.id, approval: null },
    })
    for (const refused of [
      await payBack(loan, id),
      await post(at(id, '/dismiss'), manager, { reason: 'No' }),
    ])
      expect(codeOf(refused)).toEqual([409, 'incoming_payment.not_open'])
    expect(codeOf(await ask(id))).toEqual([409, 'incoming_payment.not_open'])
  })

  test('returns the money at STP and settles when STP shows the payment as returned', async () => {
    const { incoming, order } = await orderReturn()
    await ctx.drain()
    expect(paymentAtStp(incoming.tracking_key)).toMatchObject({
      estado: 'D',
      claveRastreoDevolucion: order.tracking_key,
    })
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({
      ...{ status: 'sent', state: 'LQ', signature: null },
    })
    expect(await kindsOf(order.id)).toEqual(['receipt_return', 'receipt_return_settled'])
    expect(await read(incoming.id)).toMatchObject({ return: { state: 'settled' }, unapplied: 0 })
  })

  test('is put back, and may be ordered again, when STP refuses it', async () => {
    refuseReturns()
    const { incoming, order } = await orderReturn()
    await ctx.drain()
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'failed' })
    expect(await read(incoming.id)).toMatchObject({ status: 'open', unapplied: 916.8, return: null })
    ctx.simulator.faults.clear()
    const { approval } = (await ask(incoming.id)).json()
    await approve(approval.id)
    await ctx.drain()
    expect((await returnsOf(incoming.id)).map(({ status, state }) => [status, state])).toEqual([
      ['failed', null],
      ['sent', 'LQ'],
    ])
  })

  test('waits above the limit of the day', async () => {
    ctx.setNow('2026-11-24T16:00:00Z')
    manager = await staffHeaders(ctx)
    admin = await staffHeaders(ctx, 'U0')
    const limit = (amount: number) =>
      ctx.deps.db.transaction().execute((trx) => {
        const value = { refund: 0, verification: 0, return: amount }
        return writeSetting(trx, 'order_limits', { value, updated_at: start })
      })
    await limit(91_679)
    const { order } = await orderReturn({ fechaOperacion: 20_261_124, tsLiquidacion: '1795536000000' })
    await sendTransfer(ctx.deps, order.id)
    const held = await findTransfer(ctx.deps.db, order.id)
    expect(held.held_reason).toContain('«Devolución de abono»')
    await limit(50_000_000)
    await sendTransfer(ctx.deps, order.id)
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'sent', held_reason: null })
  })
})

describe('lost and false answers', () => {
  const killed = new Error('killed here')
  const dying = (returnOrder: Deps['stp']['returnOrder']): Deps => ({
    ...ctx.deps,
    stp: { ...ctx.deps.stp, returnOrder },
  })
  const sweepAt = async (now: string) => {
    ctx.setNow(now)
    await sweepTransfers(ctx.deps)
  }

  test('sends with the same key after a kill between the claim and the call', async () => {
    const { incoming, order } = await orderReturn()
    await expect(
      sendTransfer(
        dying(() => Promise.reject(killed)),
        order.id,
      ),
    ).rejects.toBe(killed)
    expect(paymentAtStp(incoming.tracking_key)?.estado).toBe('LQ')
    await sweepAt('2026-11-20T16:01:00Z')
    expect(paymentAtStp(incoming.tracking_key)).toMatchObject({
      estado: 'D',
      claveRastreoDevolucion: order.tracking_key,
    })
    await ctx.drain()
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'sent', state: 'LQ' })
  })

  test('settles by a query alone after a kill between the call and its answer', async () => {
    const { order } = await orderReturn()
    const callThenDie: Deps['stp']['returnOrder'] = async (payment) => {
      await ctx.deps.stp.returnOrder(payment)
      throw killed
    }
    await expect(sendTransfer(dying(callThenDie), order.id)).rejects.toBe(killed)
    await sweepAt('2026-11-20T16:01:00Z')
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({
      status: 'sent',
      state: 'LQ',
      attempt: 1,
    })
  })

  test('takes "not found" for no answer: STP may have returned the payment', async () => {
    const { incoming, order } = await orderReturn()
    const answer = { outcome: 'not_found' as const, message: 'No existe la orden' }
    const claim = await claimTransfer(ctx.deps, order.id)
    await claim?.send(dying(async () => answer))
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'unknown' })
    expect((await findAbono(ctx, incoming.id)).unapplied_cents).toBe(0)
    await sweepAt('2026-11-20T16:01:00Z')
    await ctx.drain()
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'sent', state: 'LQ' })
  })

  test('goes to review after its day, and an admin states that it was never made', async () => {
    const { incoming, order } = await orderReturn()
    await expect(
      sendTransfer(
        dying(() => Promise.reject(killed)),
        order.id,
      ),
    ).rejects.toBe(killed)
    await sweepAt('2026-11-24T16:00:00Z')
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'review' })
    const later = await staffHeaders(ctx, 'U0')
    const resolution = { outcome: 'not_sent', reason: 'El dinero sigue en STP' }
    expect((await post(`${ctx.api}/stp/${order.id}/resolve`, later, resolution)).statusCode).toBe(200)
    expect(await findAbono(ctx, incoming.id)).toMatchObject({ status: 'open', unapplied_cents: 91_680 })
  })

  test.each(['LQ', 'D', 'CN'])('books nothing by a forged callback of %s, also twice', async (estado) => {
    const { incoming, order } = await orderReturn()
    await expect(
      sendTransfer(
        dying(() => Promise.reject(killed)),
        order.id,
      ),
    ).rejects.toBe(killed)
    for (let n = 0; n < 2; n += 1) await sendState(ctx, order, { estado })
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'unknown', state: null })
    await ctx.drain(['ask-transfer'])
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'unknown', state: null })
    expect(await kindsOf(order.id)).toEqual(['receipt_return'])
    expect((await findAbono(ctx, incoming.id)).status).toBe('confirmed')
  })

  test('keeps a settled return when a callback reports the payment as settled', async () => {
    const { incoming, order } = await orderReturn()
    await ctx.drain()
    const body = { id: incoming.stp_id, estado: 'LQ', claveRastreo: order.tracking_key, empresa: 'QUINCENA' }
    await postCallback(ctx, body)
    await ctx.drain()
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'sent', state: 'LQ' })
    expect(await kindsOf(order.id)).toEqual(['receipt_return', 'receipt_return_settled'])
  })
})

describe('an order that STP refused and made', () => {
  /** The order is refused; then STP's payment is returned all the same, and the order goes to review. */
  async function refuseAndReturn() {
    refuseReturns()
    const { incoming, order } = await orderReturn()
    await ctx.drain(['send-transfer', 'ask-transfer'])
    return { incoming, order }
  }
  const resolve = (id: number, outcome = 'settled') =>
    post(`${ctx.api}/stp/${id}/resolve`, admin, { outcome, reason: 'Según el estado de cuenta de STP' })

  test('takes the money that is still there', async () => {
    const { incoming, order } = await refuseAndReturn()
    await sendState(ctx, order, { estado: 'LQ' })
    expect((await resolve(order.id)).json()).toMatchObject({ state: 'LQ', purpose: 'return' })
    expect(await findAbono(ctx, incoming.id)).toMatchObject({ status: 'confirmed', unapplied_cents: 0 })
  })

  test('leaves used money in suspense and notifies staff', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { incoming, order } = await refuseAndReturn()
    await payBack(loan, incoming.id)
    await sendState(ctx, order, { estado: 'LQ' })
    expect((await resolve(order.id)).json()).toMatchObject({ state: 'LQ' })
    const notices = ctx.deps.db.selectFrom('notification').select('title')
    const used = notices.where('reason_key', '=', `incoming-return:0:${incoming.id}:${order.id}:used`)
    expect((await used.execute()).length).toBeGreaterThan(0)
  })

  test('does not open used money again when an admin states that it was never made', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { incoming, order } = await refuseAndReturn()
    await payBack(loan, incoming.id)
    await sendState(ctx, order, { estado: 'LQ' })
    expect((await resolve(order.id, 'not_sent')).statusCode).toBe(200)
    expect(await findAbono(ctx, incoming.id)).toMatchObject({ status: 'confirmed', unapplied_cents: 0 })
  })
})

describe('races', () => {
  test('two people who approve at once order one return', async () => {
    const other = await staffHeaders(ctx, 'U0')
    for (let round = 0; round < 5; round += 1) {
      const { id } = await receiveAbono(ctx)
      const { approval } = (await ask(id)).json()
      const answers = await Promise.all([approve(approval.id, admin), approve(approval.id, other)])
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      expect(await returnsOf(id)).toHaveLength(1)
    }
  })

  test('a return and a registration at once: one of them has the money', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { loan } = await makeActiveLoan(ctx)
      const { id } = await receiveAbono(ctx)
      const { approval } = (await ask(id)).json()
      const answers = await Promise.all([approve(approval.id), payBack(loan, id)])
      const codes = answers.map(({ statusCode }) => statusCode)
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(codes)
      expect(await findAbono(ctx, id)).toMatchObject({ status: 'confirmed', unapplied_cents: 0 })
      expect(await returnsOf(id)).toHaveLength(codes[0] === 200 ? 1 : 0)
    }
  })
})
