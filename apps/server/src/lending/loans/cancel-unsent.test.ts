import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
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
  makeWorker,
  ordersAtStp,
  ordersOf,
  sendState,
  showContract,
  signIn,
} from '../../../test/loans.ts'
import { asAdmin } from '../../../test/payments.ts'
import { writeSetting } from '../../platform/settings/commands/write-setting.ts'
import { recordOrder } from '../../treasury/transfers/commands/query-transfer.ts'
import { claimTransfer, sendTransfer } from '../../treasury/transfers/commands/send-transfer.ts'
import { sweepTransfers } from '../../treasury/transfers/commands/sweep-transfers.ts'
import { createPayout } from '../payouts/commands/pay-out-loan.ts'
import { cancelLoan } from './commands/cancel-loan.ts'

const at = '2026-11-20T16:00:00Z'
let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeAdmin>>

async function makeAdmin() {
  const user = await makeStaff(ctx, 'U0')
  return { user, headers: await signIn(ctx, user) }
}

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow(at)
  admin = await makeAdmin()
})
beforeEach(() => {
  ctx.setNow(at)
  ctx.simulator.faults.clear()
})

const reason = 'La persona cambió de opinión'

/** Signs an offer whose order waits, as no job runs here. */
async function signed(offer?: Awaited<ReturnType<typeof makeOffer>>) {
  const made = offer ?? (await makeOffer(ctx))
  const accepting = acceptCall(ctx, made)
  await expect.poll(async () => (await ordersOf(ctx, made.loan.id)).at(-1)?.status).toBe('pending')
  return { ...made, accepting, order: await lastOrder(ctx, made.loan.id) }
}

/** Sends the cancellation; default: as the admin, with a new idempotency key. */
function cancel(id: number, { headers = admin.headers, key = randomUUID() as string } = {}) {
  return ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/${id}/cancel`, payload: { reason } },
    headers: { ...headers, 'idempotency-key': key },
  })
}

const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  JSON.parse(body).code,
]

async function readLoan(id: number, headers: Record<string, string>) {
  return (await ctx.app.inject({ url: `${ctx.api}/loan/${id}`, headers })).json()
}

describe('cancelling a signed loan whose money has not left', () => {
  test('ends it, withdraws the order, and nothing sends it afterwards', async () => {
    const { loan, order, accepting, headers } = await signed()
    expect(await readLoan(loan.id, headers)).toMatchObject({ disbursing: true, cancellable: true })
    const answer = await cancel(loan.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'REJ', amount_due: 0, rejection_reason: reason })
    expect(codeOf(await accepting)).toEqual([409, 'loan.cancelled'])

    await ctx.drain(['send-transfer'])
    ctx.setNow('2026-11-20T16:05:00Z')
    await sweepTransfers(ctx.deps)
    expect(await claimTransfer(ctx.deps, order.id)).toBeUndefined()
    expect(await ordersAtStp(ctx, loan.id)).toEqual([])
    expect(await lastOrder(ctx, loan.id)).toMatchObject({
      status: 'withdrawn',
      claimed_at: null,
      state: null,
    })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'cancelled', next_payment_date: null })
    const seen = await readLoan(loan.id, headers)
    expect(seen).toMatchObject({ state: 'cancelled', rejection_reason: reason })
    expect(seen).not.toHaveProperty('cancellable')
  })

  test('notifies the worker in the app and by mail, and leaves an audit row of loan and order', async () => {
    const { loan, worker, order } = await signed()
    await cancel(loan.id)
    const notices = await ctx.deps.db
      .selectFrom('notification')
      .select(['title', 'message', 'reason_key'])
      .where('recipient_id', '=', worker.id)
      .execute()
    expect(notices).toEqual([
      {
        title: 'Préstamo cancelado',
        message: 'Tu crédito de $10,000.00 fue cancelado antes de enviarte el dinero. No debes nada por él.',
        reason_key: `cancelled-unsent:${loan.id}:once`,
      },
    ])
    const mails = await ctx.deps.db
      .selectFrom('notice_delivery')
      .innerJoin('notification', 'notification.id', 'notice_delivery.notification_id')
      .select('channel')
      .where('recipient_id', '=', worker.id)
      .execute()
    expect(mails).toContainEqual({ channel: 'mail' })
    const audited = await ctx.deps.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'after'])
      .where((is) =>
        is.or([
          is.and([
            is('subject', '=', 'loan'),
            is('subject_id', '=', loan.id),
            is('action', '=', 'loan.cancel'),
          ]),
          is.and([is('subject', '=', 'transfer'), is('subject_id', '=', order.id)]),
        ]),
      )
      .orderBy('id')
      .execute()
    const { tracking_key, amount_cents } = order
    expect(audited).toEqual([
      { action: 'transfer.withdrawn', actor_id: admin.user.id, after: { tracking_key, amount_cents } },
      { action: 'loan.cancel', actor_id: admin.user.id, after: { reason } },
    ])
    const history = await ctx.app.inject({ url: `${ctx.api}/stp/${order.id}`, headers: admin.headers })
    expect(history.json()).toMatchObject({ order_state: 'withdrawn', needs_review: false })
    expect(history.json().events.map(({ kind }: { kind: string }) => kind)).toEqual(['created', 'withdrawn'])
  })

  test('frees the worker for another loan of the type, and the amount in the day’s limits', async () => {
    const { loan, worker, headers } = await signed()
    await cancel(loan.id)
    const next = await makeLoan(ctx, { worker, state: 'approved' })
    const contract_sha256 = await showContract(ctx, next)
    const again = await signed({ ...next, contract_sha256, headers })
    expect(again.order.attempt).toBe(1)
    await sendTransfer(ctx.deps, again.order.id)
    expect((await findLoan(ctx, next.loan.id)).state).toBe('active')
  })

  test('takes the loan to the filter of the cancelled ones', async () => {
    const { loan } = await signed()
    const list = async () =>
      (await ctx.app.inject({ url: `${ctx.api}/loan?situation=cancelled`, headers: admin.headers })).json()
    const before = await list()
    await cancel(loan.id)
    const after = await list()
    expect(after.count).toBe(before.count + 1)
    expect(after.results.map(({ id }: { id: number }) => id)).toContain(loan.id)
  })

  test('answers a repeated key with the first answer, and another call with 409', async () => {
    const { loan } = await signed()
    const key = randomUUID()
    const [first, second] = [await cancel(loan.id, { key }), await cancel(loan.id, { key })]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(codeOf(await cancel(loan.id))).toEqual([409, 'loan.not_returned'])
  })

  test('is possible for a second order after STP refused the first', async () => {
    const { loan, order, worker, headers, accepting } = await signed()
    ctx.simulator.faults.set([{ on: 'register', action: 'refuse', id: -22, message: 'no coincide' }])
    await sendTransfer(ctx.deps, order.id)
    expect((await accepting).statusCode).toBe(422)
    const contract_sha256 = await showContract(ctx, { loan, worker })
    await signed({ loan, worker, headers, contract_sha256 })
    expect((await cancel(loan.id)).statusCode).toBe(200)
    const orders = await ordersOf(ctx, loan.id)
    expect(orders.map(({ status }) => status)).toEqual(['failed', 'withdrawn'])
  })
})

describe('a loan whose money may have left', () => {
  test('is not cancelled while its order is claimed or in review, or once it is sent', async () => {
    const claimed = await makeUnansweredOrder(ctx)
    expect(await readLoan(claimed.loan.id, claimed.headers)).not.toHaveProperty('cancellable')
    expect(codeOf(await cancel(claimed.loan.id))).toEqual([409, 'loan.payout_left'])
    await ctx.deps.db
      .updateTable('transfer')
      .set({ status: 'review', failure_message: 'Sin respuesta' })
      .where('id', '=', claimed.order.id)
      .execute()
    expect(codeOf(await cancel(claimed.loan.id))).toEqual([409, 'loan.payout_left'])
    const sent = await makeActiveLoan(ctx)
    expect(codeOf(await cancel(sent.loan.id))).toEqual([409, 'loan.not_returned'])
    for (const { loan } of [claimed, sent]) expect((await findLoan(ctx, loan.id)).state).not.toBe('cancelled')
  })

  test('is not cancelled by a database that may have lost the claim', async () => {
    const { loan } = await signed()
    const store = (updated_at: string) =>
      sql`insert into setting (name, value, updated_at)
        values ('database_timeline', jsonb_build_object('timeline', wal_timeline()), ${updated_at})
        on conflict (name) do update set updated_at = excluded.updated_at`.execute(ctx.deps.db)
    await store('2026-11-20T16:00:10Z')
    expect(codeOf(await cancel(loan.id))).toEqual([409, 'loan.payout_uncertain'])
    await store('2026-11-19T16:00:00Z')
    // A restore pauses payouts, and its author is the program.
    const pause = (paused: boolean) =>
      writeSetting(ctx.deps.db, 'payouts_paused', {
        value: { paused, reason: 'Restauración', by: null },
        updated_at: '2026-11-20T16:00:20Z',
      })
    await pause(true)
    expect(codeOf(await cancel(loan.id))).toEqual([409, 'loan.payout_uncertain'])
    await pause(false)
    expect((await cancel(loan.id)).statusCode).toBe(200)
    await sql`delete from setting where name = 'database_timeline'`.execute(ctx.deps.db)
  })
})

describe('a withdrawn order', () => {
  test('is never claimed, and a claimed order never withdrawn: the database refuses both', async () => {
    const { loan, order } = await signed()
    const claimed = await makeUnansweredOrder(ctx)
    await cancel(loan.id)
    const set = (id: number, changes: object) =>
      ctx.deps.db.updateTable('transfer').set(changes).where('id', '=', id).execute()
    for (const status of ['unknown', 'pending'])
      await expect(set(order.id, { status })).rejects.toMatchObject({
        constraint: 'transfer_withdrawn_stays_unsent',
      })
    await expect(set(order.id, { claimed_at: at })).rejects.toMatchObject({
      constraint: 'transfer_withdrawn_unclaimed',
    })
    await expect(set(claimed.order.id, { status: 'withdrawn' })).rejects.toMatchObject({
      constraint: 'transfer_withdrawn_from_pending',
    })
  })

  test('is not changed by a callback, which is unsigned', async () => {
    const { loan, order } = await signed()
    await cancel(loan.id)
    await sendState(ctx, order, { estado: 'LQ' })
    expect((await lastOrder(ctx, loan.id)).status).toBe('withdrawn')
    const outcomes = ctx.deps.db.selectFrom('stp_message').select('outcome')
    expect(await outcomes.where('transfer_id', '=', order.id).execute()).toEqual([
      { outcome: 'after_withdrawal' },
    ])
  })

  test('that STP lists all the same goes to review, and the admin’s answer opens the loan again', async () => {
    const { loan, order } = await signed()
    await cancel(loan.id)
    await recordOrder(ctx.deps, order.id, {
      ...order,
      ...{ id: 77, amount: order.amount_cents, state: 'LQ', stp_state: 'LQ', payment_type: 1 },
      ...{ cep_name: null, cep_rfc: null },
    })
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'review', sent_at: null })
    const resolved = await ctx.app.inject({
      ...{ method: 'POST', url: `${ctx.api}/stp/${order.id}/resolve` },
      headers: { ...admin.headers, 'idempotency-key': randomUUID() },
      payload: { outcome: 'settled', reason: 'STP muestra el depósito' },
    })
    expect(resolved.statusCode).toBe(200)
    expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'sent', state: 'LQ' })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', rejection_reason: null })
  })
})

/** A signed loan with its order, written without the signature: 200 rounds would take minutes. */
async function makeUnclaimed() {
  const worker = await makeWorker(ctx)
  const { loan } = await makeLoan(ctx, { worker, state: 'disbursing', amount_cents: 900_000 })
  const place = { latitude: null, longitude: null }
  const order = await ctx.deps.db.transaction().execute((trx) => createPayout(ctx.deps, trx, { loan, place }))
  return { loan, order }
}

test('a claim and a cancellation at once, 240 times: the money leaves or the loan is cancelled, never both', async () => {
  const ends = { cancelled: 0, sent: 0 }
  for (let round = 0; round < 240; round += 1) {
    const { loan, order } = await makeUnclaimed()
    const late = (round % 12) - 6
    const [, answer] = await Promise.all([
      sleep(Math.max(0, late)).then(() => sendTransfer(ctx.deps, order.id)),
      sleep(Math.max(0, -late)).then(() =>
        cancelLoan(ctx.deps, asAdmin(admin.user), { loan_id: loan.id, reason }).then(
          () => 'cancelled' as const,
          (error: { code?: string }) => error.code,
        ),
      ),
    ])
    const { status } = await lastOrder(ctx, loan.id)
    const { state } = await findLoan(ctx, loan.id)
    const at_stp = (await ordersAtStp(ctx, loan.id)).length
    const isCancelled = answer === 'cancelled'
    expect([state, status, at_stp]).toEqual(
      isCancelled ? ['cancelled', 'withdrawn', 0] : ['active', 'sent', 1],
    )
    // The loan is in force when the cancellation comes after the answer of STP.
    if (!isCancelled) expect(['loan.payout_left', 'loan.not_returned']).toContain(answer)
    ends[isCancelled ? 'cancelled' : 'sent'] += 1
  }
  expect(Math.min(ends.cancelled, ends.sent)).toBeGreaterThan(10)
}, 120_000)

test('above the limit a second person cancels; the order that left meanwhile is 409 and changes nothing', async () => {
  const second = await makeAdmin()
  const limits = (await ctx.app.inject({ url: `${ctx.api}/loan/limits`, headers: admin.headers })).json()
  const approve = (id: number, { headers }: typeof admin) =>
    ctx.app.inject({ method: 'POST', url: `${ctx.api}/approvals/${id}/approve`, headers })
  const set = await ctx.app.inject({
    ...{ method: 'PUT', url: `${ctx.api}/loan/limits`, headers: admin.headers },
    payload: { ...limits, approval: 9_999.99 },
  })
  if (set.statusCode === 202) await approve(set.json().approval.id, second)
  const [small, left] = [await signed(), await signed()]
  const ask = async (id: number) => {
    const asked = await cancel(id)
    expect([asked.statusCode, asked.json().approval]).toEqual([
      202,
      expect.objectContaining({ action: 'loan.cancel', title: 'Cancelar un préstamo firmado sin enviar' }),
    ])
    const { id: approval_id } = asked.json().approval
    expect(codeOf(await approve(approval_id, admin))).toEqual([403, 'approval.own'])
    return () => approve(approval_id, second)
  }
  const [allowSmall, allowLeft] = [await ask(small.loan.id), await ask(left.loan.id)]
  expect((await findLoan(ctx, small.loan.id)).state).toBe('disbursing')
  expect((await allowSmall()).statusCode).toBe(200)
  expect((await lastOrder(ctx, small.loan.id)).status).toBe('withdrawn')
  await claimTransfer(ctx.deps, left.order.id)
  expect((await allowLeft()).statusCode).toBe(409)
  expect((await lastOrder(ctx, left.loan.id)).status).toBe('unknown')
})
