import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeActiveLoan,
  makeOffer,
  ordersAtStp,
  ordersOf,
  staffHeaders,
  tellState,
  whileSending,
} from '../../../test/loans.ts'
import { changeAtStp } from '../../../test/reconciliation.ts'
import { sweepTransfers } from '../../jobs/sweep-transfers.ts'
import { closeBusinessDay } from '../loans/commands/close-day.ts'
import { claimTransfer, recordSent } from './commands/send-transfer.ts'
import { stpOrderOf } from './order.ts'
import { findTransfer } from './queries.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
  // Orders end when a test says so.
  ctx.simulator.configure({ settle_ms: null })
})

beforeEach(() => {
  ctx.simulator.faults.clear()
  ctx.setNow('2026-11-20T16:00:00Z')
})

const pld = { on: 'register', action: 'refuse', id: -200, message: 'Se rechaza por PLD' } as const

async function resolve(transfer_id: number, outcome: string) {
  const headers = { ...(await staffHeaders(ctx, 'U0')), 'idempotency-key': randomUUID() }
  const payload = { outcome, reason: 'Visto en el banco' }
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/stp/${transfer_id}/resolve`, headers, payload })
}

const decide = (loan_id: number, headers: Record<string, string>, status: string) =>
  ctx.app.inject({ method: 'PATCH', url: `${ctx.api}/loan/${loan_id}`, headers, payload: { status } })

/** An offer whose signed order STP refused. */
async function makeRefused() {
  const offer = await makeOffer(ctx)
  ctx.simulator.faults.set([pld])
  expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(422)
  return { ...offer, order: await lastOrder(ctx, offer.loan.id) }
}

describe('an order that was sent again and is refused then', () => {
  test('goes to a person: the first call may still arrive, and no other order pays the loan before', async () => {
    const offer = await makeOffer(ctx)
    const accepting = acceptCall(ctx, offer)
    await expect.poll(() => ordersOf(ctx, offer.loan.id)).toHaveLength(1)
    const order = await lastOrder(ctx, offer.loan.id)
    const first = await claimTransfer(ctx.deps, order.id)
    if (first === undefined) throw new Error('the order was not claimed')
    expect((await accepting).statusCode).toBe(202)

    ctx.simulator.faults.set([pld])
    ctx.setNow('2026-11-20T16:00:40Z')
    await sweepTransfers(ctx.deps, {})
    const refused = await findTransfer(ctx.deps.db, order.id)
    expect(refused).toMatchObject({ status: 'review', sent_at: null })
    expect(refused.failure_message).toContain('STP: -200, Se rechaza por PLD')
    expect((await findLoan(ctx, offer.loan.id)).state).toBe('disbursing')
    expect((await acceptCall(ctx, offer)).statusCode).toBe(409)

    await ctx.deps.stp.registerOrder(stpOrderOf(first))
    const [arrived] = await ordersAtStp(ctx, offer.loan.id)
    await tellState(ctx, { ...order, stp_id: Number(arrived?.idEF) }, { estado: 'LQ' })
    await ctx.drain(['ask-transfer'])
    expect((await findLoan(ctx, offer.loan.id)).state).toBe('active')
    expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
  })
})

describe('an order that STP refused', () => {
  test('and takes after all goes to a person, also while another one waits to be sent', async () => {
    const { loan, order, ...offer } = await makeRefused()
    ctx.simulator.faults.clear()
    const accepting = acceptCall(ctx, { loan, ...offer })
    await expect.poll(() => ordersOf(ctx, loan.id)).toHaveLength(2)
    await recordSent(ctx.deps, order.id, 12_345_678)
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({
      status: 'failed',
      failure_message: 'STP aceptó una orden que había rechazado.',
    })
    await ctx.drain(['send-transfer'])
    expect((await accepting).statusCode).toBe(200)
  })

  test('keeps its offer while it is in review: nobody turns it down, and it does not expire', async () => {
    const { loan, order, headers } = await makeRefused()
    await tellState(ctx, order, { estado: 'LQ' })
    for (const [who, status] of [
      [headers, 'REJ'],
      [await staffHeaders(ctx), 'REJ'],
    ] as const) {
      const answer = await decide(loan.id, who, status)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'transfer.in_progress'])
    }
    ctx.setNow('2027-02-20T16:00:00Z')
    await closeBusinessDay(ctx.deps)
    expect((await findLoan(ctx, loan.id)).state).toBe('approved')

    expect((await resolve(order.id, 'not_sent')).statusCode).toBe(200)
    await closeBusinessDay(ctx.deps)
    expect((await findLoan(ctx, loan.id)).state).toBe('expired')
  })
})

test('an order that STP tells without its account is booked', async () => {
  const offer = await makeOffer(ctx)
  ctx.simulator.faults.set([{ on: 'register', action: 'lose', when: 'after' }])
  expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(202)
  const { id, tracking_key } = await lastOrder(ctx, offer.loan.id)
  await changeAtStp(ctx, tracking_key, { cuerpo: { cuentaBeneficiario: '' } })
  ctx.setNow('2026-11-20T16:01:00Z')
  await sweepTransfers(ctx.deps, {})
  expect(await findTransfer(ctx.deps.db, id)).toMatchObject({ status: 'sent' })
})

test('an order of ours that STP has with another amount is not booked by a callback', async () => {
  const offer = await makeOffer(ctx)
  ctx.simulator.faults.set([{ on: 'register', action: 'lose', when: 'after' }])
  expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(202)
  const order = await lastOrder(ctx, offer.loan.id)
  await changeAtStp(ctx, order.tracking_key, { cuerpo: { monto: '1.00' } })
  ctx.setNow('2026-11-20T16:01:00Z')
  await sweepTransfers(ctx.deps, {})
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'review', sent_at: null })
  await tellState(ctx, order, { estado: 'LQ' })
  await ctx.drain(['ask-transfer'])
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'review', sent_at: null })
  expect((await findLoan(ctx, offer.loan.id)).state).toBe('disbursing')
})

describe('a return that STP told of', () => {
  test('and knows nothing about is asked for less and less often', async () => {
    const { order } = await makeActiveLoan(ctx)
    await tellState(ctx, order, { estado: 'D', causaDevolucion: 3 })
    const body = '{"estado":6,"mensaje":"No se encontraron datos relacionados"}'
    ctx.simulator.faults.set([{ on: 'query', action: 'answer', status: 400, body, count: null }])
    await ctx.drain(['ask-transfer'])
    const asked = new Set<string | null>()
    for (let minute = 1; minute <= 120; minute += 1) {
      ctx.setNow(Temporal.Instant.from('2026-11-20T16:00:00Z').add({ minutes: minute }).toString())
      await sweepTransfers(ctx.deps, {})
      asked.add((await findTransfer(ctx.deps.db, order.id)).asked_at)
    }
    expect(asked.size).toBeGreaterThan(5)
    expect(asked.size).toBeLessThan(20)

    ctx.simulator.faults.clear()
    ctx.simulator.act(order.tracking_key, 'return', 3)
    ctx.setNow('2026-11-20T19:01:00Z')
    await sweepTransfers(ctx.deps, {})
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ state: 'D' })
  })

  test('of another amount is asked for once: what an admin has settled stays settled', async () => {
    const { order } = await makeActiveLoan(ctx)
    await changeAtStp(ctx, order.tracking_key, { cuerpo: { monto: '1.00' } })
    await tellState(ctx, order, { estado: 'D', causaDevolucion: 3 })
    await ctx.drain(['ask-transfer'])
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'review' })
    expect((await resolve(order.id, 'settled')).statusCode).toBe(200)
    ctx.setNow('2026-11-20T16:05:00Z')
    await sweepTransfers(ctx.deps, {})
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'sent', state: 'LQ' })
  })
})

test.each([
  ['one that was refused was never sent', { status: 'failed' as const }],
  ['one that waits was never sent', { status: 'pending' as const }],
  ['one that was never sent has no end', { sent_at: null, status: 'review' as const, state: 'LQ' as const }],
  ['one that was sent has its instant', { sent_at: null }],
])('the database keeps it: %s', async (_name, changes) => {
  const { order } = await makeActiveLoan(ctx)
  const changing = ctx.deps.db.updateTable('transfer').set(changes).where('id', '=', order.id)
  await expect(changing.execute()).rejects.toMatchObject({ constraint: 'transfer_status_fits' })
})
