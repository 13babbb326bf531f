import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeActiveLoan,
  makeLoan,
  makeOffer,
  makeUnansweredOrder,
  ordersAtStp,
  ordersOf,
  sendState,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'
import { changeAtStp } from '../../../test/reconciliation.ts'
import type { CommandContext } from '../../command/context.ts'
import { claimTransfer } from '../../treasury/transfers/commands/send-transfer.ts'
import { sweepTransfers } from '../../treasury/transfers/commands/sweep-transfers.ts'
import { findTransfer } from '../../treasury/transfers/queries/transfers.ts'
import { stpOrderOf } from '../../treasury/transfers/rules.ts'
import { cancelLoan } from '../loans/commands/cancel-loan.ts'
import { closeBusinessDay } from '../loans/commands/close-day.ts'
import { recordPayment } from '../payments/commands/record-payment.ts'
import { reversePayment } from '../payments/commands/reverse-payment.ts'
import { resendLoan } from './commands/resend-loan.ts'

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

const pld = { on: 'register', action: 'refuse', id: -200, message: 'Se rechaza por PLD' } as const

async function resolve(transfer_id: number, outcome: string) {
  const headers = { ...(await staffHeaders(ctx, 'U0')), 'idempotency-key': randomUUID() }
  const payload = { outcome, reason: 'Visto en el banco' }
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/stp/${transfer_id}/resolve`, headers, payload })
}

const decide = (loan_id: number, headers: Record<string, string>, status: string) =>
  ctx.app.inject({ method: 'PATCH', url: `${ctx.api}/loan/${loan_id}`, headers, payload: { status } })

async function adminContext(): Promise<CommandContext> {
  const { id } = await makeStaff(ctx, 'U0')
  return { user: { id, user_type: 'U0', company_id: null }, session_id: null, ip: null, user_agent: null }
}

/** Makes an offer whose signed order STP refused. */
async function makeRefused() {
  const offer = await makeOffer(ctx)
  ctx.simulator.faults.set([pld])
  expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(422)
  return { ...offer, order: await lastOrder(ctx, offer.loan.id) }
}

describe('an order that is refused when it is sent again', () => {
  test('goes to review and blocks other payouts of its loan, because the first call may still arrive', async () => {
    const { order, ...offer } = await makeUnansweredOrder(ctx)
    ctx.simulator.faults.set([pld])
    ctx.setNow('2026-11-20T16:00:40Z')
    await sweepTransfers(ctx.deps)
    const refused = await findTransfer(ctx.deps.db, order.id)
    expect(refused).toMatchObject({ status: 'review', sent_at: null })
    expect(refused.failure_message).toContain('STP: -200, Se rechaza por PLD')
    expect((await findLoan(ctx, offer.loan.id)).state).toBe('disbursing')
    expect((await acceptCall(ctx, offer)).statusCode).toBe(409)

    await ctx.deps.stp.registerOrder(stpOrderOf(order))
    const [arrived] = await ordersAtStp(ctx, offer.loan.id)
    await sendState(ctx, { ...order, stp_id: Number(arrived?.idEF) }, { estado: 'LQ' })
    await ctx.drain(['ask-transfer'])
    expect((await findLoan(ctx, offer.loan.id)).state).toBe('active')
    expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
  })
})

describe('an order that STP refused', () => {
  test('goes to review when STP accepts it after all, also while another order waits to be sent', async () => {
    const offer = await makeOffer(ctx)
    const signing = acceptCall(ctx, offer)
    await expect.poll(() => ordersOf(ctx, offer.loan.id)).toHaveLength(1)
    const { id } = await lastOrder(ctx, offer.loan.id)
    const answer = Promise.withResolvers<{ outcome: 'registered'; id: number }>()
    const stp = { ...ctx.deps.stp, registerOrder: () => answer.promise }
    const first = (await claimTransfer(ctx.deps, id))?.send({ ...ctx.deps, stp })
    expect((await signing).statusCode).toBe(202)
    ctx.simulator.faults.set([pld])
    ctx.setNow('2026-11-20T16:00:40Z')
    await sweepTransfers(ctx.deps)
    expect((await resolve(id, 'not_sent')).statusCode).toBe(200)
    ctx.simulator.faults.clear()
    const accepting = acceptCall(ctx, offer)
    await expect.poll(() => ordersOf(ctx, offer.loan.id)).toHaveLength(2)

    answer.resolve({ outcome: 'registered', id: 12_345_678 })
    await first
    expect(await findTransfer(ctx.deps.db, id)).toMatchObject({
      status: 'failed',
      failure_message: 'STP aceptó una orden que había rechazado.',
    })
    await ctx.drain(['send-transfer'])
    expect((await accepting).statusCode).toBe(200)
  })

  test('keeps its offer in review: declining gets 409 and it does not expire', async () => {
    const { loan, order, headers } = await makeRefused()
    await sendState(ctx, order, { estado: 'LQ' })
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

/** STP settles an order that it had refused, after its loan has ended. */
describe('an order that STP refused and paid', () => {
  const ways = {
    declined: async ({ loan, headers }: Awaited<ReturnType<typeof makeRefused>>) =>
      decide(loan.id, headers, 'REJ'),
    rejected: async ({ loan }: Awaited<ReturnType<typeof makeRefused>>) =>
      decide(loan.id, await staffHeaders(ctx), 'REJ'),
    expired: async () => {
      ctx.setNow('2027-01-20T16:00:00Z')
      await closeBusinessDay(ctx.deps)
    },
  }
  const ends = ['declined', 'rejected', 'expired'] as const

  async function makeEnded(end: (typeof ends)[number]) {
    const refused = await makeRefused()
    await ways[end](refused)
    expect((await findLoan(ctx, refused.loan.id)).state).toBe(end)
    await sendState(ctx, refused.order, { estado: 'LQ' })
    return refused
  }

  test.each(ends)('after its offer was %s: resolved as settled, its loan is as signed', async (end) => {
    const { loan, order } = await makeEnded(end)
    expect((await resolve(order.id, 'settled')).json()).toMatchObject({ state: 'LQ', needs_review: false })
    expect(await findLoan(ctx, loan.id)).toMatchObject({
      ...{ state: 'active', amount_due_cents: 1_100_161, next_payment_date: '2026-12-20' },
      ...{ rejection_reason: null, rejected_at: null, closed_at: null, beside_another: false },
    })
  })

  test.each(ends)(
    'after its offer was %s: resolved as returned, both postings are made and the loan stays ended',
    async (end) => {
      const { loan, order } = await makeEnded(end)
      expect((await resolve(order.id, 'returned')).json()).toMatchObject({ state: 'D', needs_review: false })
      expect((await findLoan(ctx, loan.id)).state).toBe(end)
      const rows = ctx.deps.db.selectFrom('ledger_entry').select('kind').where('transfer_id', '=', order.id)
      expect((await rows.orderBy('id').execute()).map(({ kind }) => kind)).toEqual([
        ...['payout_principal', 'payout_principal_reversed'],
      ])
    },
  )

  test('restores its loan beside another open loan of the type; a third loan gets 409', async () => {
    const { loan, order, worker, headers } = await makeEnded('declined')
    const other = await makeActiveLoan(ctx, { worker })
    expect((await resolve(order.id, 'settled')).json()).toMatchObject({ state: 'LQ' })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', beside_another: true })
    expect(await findLoan(ctx, other.loan.id)).toMatchObject({ state: 'active', beside_another: false })
    const third = await makeLoan(ctx, { worker, state: 'rejected' })
    const approved = await decide(third.loan.id, await staffHeaders(ctx), 'APP')
    expect([approved.statusCode, approved.json().code]).toEqual([409, 'loan.credit_active'])
    const person = await ctx.app.inject({ url: `${ctx.api}/auth/user/${worker.id}`, headers })
    expect(person.json()).toMatchObject({ has_credit: true, loans: [loan.id, other.loan.id] })
  })

  test('after its loan was cancelled: due dates count from the day of the booking', async () => {
    const { order, loan } = await makeActiveLoan(ctx)
    ctx.simulator.act(order.tracking_key, 'return', 3)
    await sendState(ctx, order, { estado: 'D', causaDevolucion: 3 })
    await ctx.drain(['ask-transfer'])
    ctx.simulator.faults.set([pld])
    const admin = await staffHeaders(ctx, 'U0')
    await whileSending(ctx, () =>
      ctx.app.inject({
        method: 'PUT',
        url: `${ctx.api}/stp/dispersion`,
        headers: { ...admin, 'idempotency-key': randomUUID() },
        payload: { data: { loan: loan.id } },
      }),
    )
    const second = await lastOrder(ctx, loan.id)
    expect(second).toMatchObject({ attempt: 2, status: 'failed' })
    await cancelLoan(ctx.deps, await adminContext(), { loan_id: loan.id, reason: 'No responde' })
    await sendState(ctx, second, { estado: 'LQ' })
    ctx.setNow('2026-11-24T16:00:00Z')
    expect((await resolve(second.id, 'settled')).json()).toMatchObject({ state: 'LQ' })
    expect(await findLoan(ctx, loan.id)).toMatchObject({
      ...{ state: 'active', amount_due_cents: 1_100_161, next_payment_date: '2026-12-24' },
      ...{ rejection_reason: null, closed_at: null },
    })
  })
})

describe('a contested order that STP paid beside another order of its loan', () => {
  async function makeContested() {
    const { order, ...offer } = await makeRefused()
    ctx.simulator.faults.clear()
    expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(200)
    await sendState(ctx, order, { estado: 'LQ' })
    return { ...offer, order }
  }
  const inReview = async () =>
    (await ctx.app.inject({ url: `${ctx.api}/stp/payouts`, headers: await staffHeaders(ctx) })).json()
      .in_review

  test('is listed for review until it is returned, with one notification', async () => {
    const before = await inReview()
    const { loan, order } = await makeContested()
    await sendState(ctx, order, { estado: 'LQ' })
    const notices = ctx.deps.db.selectFrom('notification').select('reason_key').distinct()
    const stored = await notices.where('reason_key', 'like', `review:${loan.id}:${order.id}:%`).execute()
    expect(stored).toHaveLength(1)
    const url = `${ctx.api}/stp?needs_review=true&loan=${loan.id}`
    const headers = await staffHeaders(ctx)
    const listed = (await ctx.app.inject({ url, headers })).json().results
    expect(listed).toMatchObject([{ id: order.id, needs_review: true, order_state: 'failed' }])
    const others = (await ctx.app.inject({ url: url.replace('true', 'false'), headers })).json().results
    expect(others).toMatchObject([{ needs_review: false }])
    const wrong = await ctx.app.inject({ url: url.replace('true', 'yes'), headers })
    expect(wrong.json().errors).toEqual({ needs_review: ['Debe ser verdadero o falso'] })
    expect(await inReview()).toBe(before + 1)

    const settled = await resolve(order.id, 'settled')
    expect([settled.statusCode, settled.json().code]).toEqual([409, 'transfer.paid_by_another'])
    expect((await resolve(order.id, 'returned')).json()).toMatchObject({ state: 'D', needs_review: false })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
    expect(await inReview()).toBe(before)
  })

  test('is refused again when it is resolved as not sent, and its loan continues', async () => {
    const { loan, order } = await makeContested()
    expect((await resolve(order.id, 'not_sent')).json()).toMatchObject({ needs_review: false })
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'failed', contested_at: null })
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
  })

  test('pays the loan if the other order came back; nothing is sent before', async () => {
    const { loan, order } = await makeContested()
    const second = await lastOrder(ctx, loan.id)
    ctx.simulator.act(second.tracking_key, 'return', 3)
    await sendState(ctx, second, { estado: 'D', causaDevolucion: 3 })
    await ctx.drain(['ask-transfer'])
    expect((await findLoan(ctx, loan.id)).state).toBe('payout_returned')
    const context = await adminContext()
    const place = { loan_id: loan.id, latitude: null, longitude: null }
    await expect(resendLoan(ctx.deps, context, place)).rejects.toMatchObject({ code: 'transfer.in_progress' })
    expect((await resolve(order.id, 'settled')).json()).toMatchObject({ state: 'LQ', needs_review: false })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
  })
})

test('books the return of a paid-off loan while the worker has another loan of the type', async () => {
  const { loan, order, worker } = await makeActiveLoan(ctx)
  const context = await adminContext()
  const due = { amount_paid: loan.amount_cents, previous_amount_due: loan.total_debt_cents }
  const { payment_id } = await recordPayment(ctx.deps, context, { loan_request: loan.id, ...due })
  const other = await makeActiveLoan(ctx, { worker })
  const reversal = { payment_id, reason: 'El dinero regresó' }
  await reversePayment(ctx.deps, context, reversal)
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
  await expect(reversePayment(ctx.deps, context, reversal)).rejects.toMatchObject({
    code: 'payment.already_reversed',
  })

  ctx.simulator.act(order.tracking_key, 'return', 3)
  await sendState(ctx, order, { estado: 'D', causaDevolucion: 3 })
  await ctx.drain(['ask-transfer'])
  expect((await resolve(order.id, 'returned')).json().code).toBe('loan.has_payments')
  await reversePayment(ctx.deps, await adminContext(), reversal)
  expect((await resolve(order.id, 'returned')).json()).toMatchObject({ state: 'D', needs_review: false })
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'payout_returned', beside_another: true })
  expect(await findLoan(ctx, other.loan.id)).toMatchObject({ state: 'active', beside_another: false })
  await cancelLoan(ctx.deps, await adminContext(), { loan_id: loan.id, reason: 'Ya tiene otro' })
})

test('books an order that STP reports without its account', async () => {
  const offer = await makeOffer(ctx)
  ctx.simulator.faults.set([{ on: 'register', action: 'lose', when: 'after' }])
  expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(202)
  const { id, tracking_key } = await lastOrder(ctx, offer.loan.id)
  await changeAtStp(ctx, tracking_key, { cuerpo: { cuentaBeneficiario: '' } })
  ctx.setNow('2026-11-20T16:01:00Z')
  await sweepTransfers(ctx.deps)
  expect(await findTransfer(ctx.deps.db, id)).toMatchObject({ status: 'sent' })
})

test('books no callback for an order that STP has with another amount', async () => {
  const offer = await makeOffer(ctx)
  ctx.simulator.faults.set([{ on: 'register', action: 'lose', when: 'after' }])
  expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(202)
  const order = await lastOrder(ctx, offer.loan.id)
  await changeAtStp(ctx, order.tracking_key, { cuerpo: { monto: '1.00' } })
  ctx.setNow('2026-11-20T16:01:00Z')
  await sweepTransfers(ctx.deps)
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'review', sent_at: null })
  await sendState(ctx, order, { estado: 'LQ' })
  await ctx.drain(['ask-transfer'])
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'review', sent_at: null })
  expect((await findLoan(ctx, offer.loan.id)).state).toBe('disbursing')
})

describe('a return reported in a callback', () => {
  test('is queried at growing intervals while STP does not know the order', async () => {
    const { order } = await makeActiveLoan(ctx)
    await sendState(ctx, order, { estado: 'D', causaDevolucion: 3 })
    const body = '{"estado":6,"mensaje":"No se encontraron datos relacionados"}'
    ctx.simulator.faults.set([{ on: 'query', action: 'answer', status: 400, body, count: null }])
    await ctx.drain(['ask-transfer'])
    const input = new Set<string | null>()
    for (let minute = 1; minute <= 120; minute += 1) {
      ctx.setNow(Temporal.Instant.from('2026-11-20T16:00:00Z').add({ minutes: minute }).toString())
      await sweepTransfers(ctx.deps)
      input.add((await findTransfer(ctx.deps.db, order.id)).asked_at)
    }
    expect(input.size).toBeGreaterThan(5)
    expect(input.size).toBeLessThan(20)

    ctx.simulator.faults.clear()
    ctx.simulator.act(order.tracking_key, 'return', 3)
    ctx.setNow('2026-11-20T19:01:00Z')
    await sweepTransfers(ctx.deps)
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ state: 'D' })
  })

  test('is queried once if STP has another amount, and keeps the admin’s resolution', async () => {
    const { order } = await makeActiveLoan(ctx)
    await changeAtStp(ctx, order.tracking_key, { cuerpo: { monto: '1.00' } })
    await sendState(ctx, order, { estado: 'D', causaDevolucion: 3 })
    await ctx.drain(['ask-transfer'])
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'review' })
    expect((await resolve(order.id, 'settled')).statusCode).toBe(200)
    ctx.setNow('2026-11-20T16:05:00Z')
    await sweepTransfers(ctx.deps)
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'sent', state: 'LQ' })
  })
})

test.each([
  ['one that was refused was never sent', { status: 'failed' as const }],
  ['one that waits was never sent', { status: 'pending' as const }],
  ['one that was never sent has no end', { sent_at: null, status: 'review' as const, state: 'LQ' as const }],
  ['one that was sent has its instant', { sent_at: null }],
])('the database rejects an order that violates this rule: %s', async (_name, changes) => {
  const { order } = await makeActiveLoan(ctx)
  const changing = ctx.deps.db.updateTable('transfer').set(changes).where('id', '=', order.id)
  await expect(changing.execute()).rejects.toMatchObject({ constraint: 'transfer_status_fits' })
})
