import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeStaff } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeActiveLoan,
  makeOffer,
  ordersAtStp,
  ordersOf,
  sendState,
  signIn,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'
import { takeMails } from '../../../test/mails.ts'

let ctx: TestContext
let admin: Record<string, string>
let manager: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  // An order ends only when a test says so.
  ctx.simulator.configure({ settle_ms: null })
  admin = await staffHeaders(ctx, 'U0')
  manager = await staffHeaders(ctx, 'U1')
})

beforeEach(() => {
  ctx.simulator.faults.clear()
  ctx.setNow('2026-11-20T16:00:00Z')
})

let accounts = 50_000

/** Returns a receiving account that no worker has. */
function newAccount() {
  accounts += 1
  const debit_card_number = makeClabe(accounts)
  return { bank: '40012', debit_card_number, bank_account_number: debit_card_number.slice(6, 17) }
}

async function makeReturned() {
  const active = await makeActiveLoan(ctx)
  ctx.simulator.act(active.order.tracking_key, 'return', 3)
  await sendState(ctx, active.order, { estado: 'D', causaDevolucion: 3 })
  await ctx.drain(['ask-transfer'])
  return { ...active, order: await lastOrder(ctx, active.loan.id) }
}

/** Makes an order that STP cancelled after its settlement: only an admin can resolve it. */
async function makeDoubtful() {
  const active = await makeActiveLoan(ctx)
  const tsLiquidacion = String(ctx.clock.now.epochMilliseconds)
  await sendState(ctx, active.order, { estado: 'Liquidada', tsLiquidacion })
  ctx.simulator.act(active.order.tracking_key, 'cancel')
  await sendState(ctx, active.order, { estado: 'CANCELACION' })
  await ctx.drain(['ask-transfer'])
  return active
}

function resend(loan_id: number, headers = admin) {
  return ctx.app.inject({
    method: 'PUT',
    url: `${ctx.api}/stp/dispersion`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload: { data: { loan: loan_id } },
  })
}

function correct(user_id: number, payload: object, headers = admin) {
  return ctx.app.inject({ method: 'PATCH', url: `${ctx.api}/auth/user/${user_id}/update`, headers, payload })
}

function resolve(transfer_id: number, outcome: string, headers = admin) {
  const payload = { outcome, reason: 'Visto en el banco' }
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/stp/${transfer_id}/resolve`, headers, payload })
}

const get = (path: string, headers = manager) => ctx.app.inject({ url: `${ctx.api}${path}`, headers })
const consult = (id: number) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}/stp/${id}/ask`, headers: manager })

/** Ends the wait of 24 hours after a changed account. */
const endWait = (user_id: number) =>
  ctx.deps.db.updateTable('app_user').set({ account_changed_at: null }).where('id', '=', user_id).execute()

/** The manager confirms what the admin wrote of a worker. */
async function confirm(user_id: number) {
  const query = ctx.deps.db.selectFrom('approval').select('id').where('action', '=', 'worker.confirm')
  const { id } = await query.where('subject_id', '=', user_id).executeTakeFirstOrThrow()
  const url = `${ctx.api}/approvals/${id}/approve`
  expect((await ctx.app.inject({ method: 'POST', url, headers: manager })).statusCode).toBe(200)
}

describe('correcting the account of a returned payout', () => {
  test('audits an admin’s change by its last four digits and notifies the worker in the app and by mail', async () => {
    const { loan, worker } = await makeReturned()
    const account = newAccount()
    expect((await correct(worker.id, account)).statusCode).toBe(200)

    const audit = await ctx.deps.db
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', 'user')
      .where('subject_id', '=', worker.id)
      .where('action', '=', 'user.updated')
      .executeTakeFirstOrThrow()
    expect(audit.after).toMatchObject({ debit_card_number: `…${account.debit_card_number.slice(-4)}` })
    const notice = await ctx.deps.db
      .selectFrom('notification')
      .selectAll()
      .where('recipient_id', '=', worker.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(notice.title).toBe('Cambió la cuenta donde recibes tu dinero')
    expect(notice.message).toContain(`cuenta terminada en ${account.debit_card_number.slice(-4)}`)
    const subjects = (await takeMails(ctx)).map(({ to, subject }) => [to, subject])
    expect(subjects).toContainEqual([worker.email, 'Cambió la cuenta donde recibes tu dinero'])

    const unconfirmed = await resend(loan.id)
    expect([unconfirmed.statusCode, unconfirmed.json().code]).toEqual([409, 'resend.worker_unconfirmed'])
    await confirm(worker.id)
    const early = await resend(loan.id)
    expect([early.statusCode, early.json().code]).toEqual([409, 'resend.cooling_off'])
    expect(await ordersOf(ctx, loan.id)).toHaveLength(1)
    await endWait(worker.id)
    expect((await whileSending(ctx, () => resend(loan.id))).json()).toMatchObject({
      ok: true,
      order: { attempt: 2, beneficiary_account: account.debit_card_number },
    })
  })

  test('shows it to managers, who get 403 for correcting, sending and cancelling', async () => {
    const { loan, worker, order } = await makeReturned()
    expect((await get(`/stp?loan=${loan.id}`)).json()).toMatchObject({
      count: 1,
      results: [{ id: order.id, return_cause: 'Cuenta cancelada', returned_at: '2026-11-20T16:00:00.000Z' }],
    })
    const refused = await correct(worker.id, newAccount(), manager)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'field.forbidden'])
    // A manager cannot redirect a password mail to another address either.
    const redirected = await correct(worker.id, { email: `otro${worker.id}@empresa.mx` }, manager)
    expect([redirected.statusCode, Object.keys(redirected.json().errors)]).toEqual([403, ['email']])
    expect((await resend(loan.id, manager)).statusCode).toBe(403)
    const cancelled = await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/loan/${loan.id}/cancel`,
      headers: manager,
      payload: { reason: 'No hay cuenta' },
    })
    expect(cancelled.statusCode).toBe(403)
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'payout_returned' })
    expect((await correct(worker.id, { city: 'Mérida' }, manager)).statusCode).toBe(200)
  })

  test('rejects a CLABE of another bank with 422 and the form’s message', async () => {
    const { worker } = await makeReturned()
    const answer = await correct(worker.id, { ...newAccount(), bank: '40002' })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { debit_card_number: ['La CLABE no corresponde a la entidad bancaria elegida'] },
    ])
  })

  test('while it is sent again, twenty times: waits for the new account or answers the edit with 409', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { loan, worker } = await makeReturned()
      const account = newAccount()
      const edits = () => [correct(worker.id, account), correct(worker.id, account)]
      const [sent, ...edited] = await whileSending(ctx, () =>
        Promise.all(
          round % 2 === 0 ? [resend(loan.id), ...edits()] : [...edits(), resend(loan.id)].reverse(),
        ),
      )
      const isSent = sent?.statusCode === 200
      if (!isSent) expect([sent?.statusCode, sent?.json().code]).toEqual([409, 'resend.worker_unconfirmed'])
      expect(edited.map(({ statusCode }) => statusCode)).toEqual(isSent ? [409, 409] : [200, 200])
      expect(await ordersOf(ctx, loan.id)).toHaveLength(isSent ? 2 : 1)
      if (isSent) expect((await lastOrder(ctx, loan.id)).beneficiary_account).toBe(worker.debit_card_number)
    }
  })
})

test('resending and cancelling at once, twenty times: one succeeds', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { loan } = await makeReturned()
    const giveUp = () =>
      ctx.app.inject({
        method: 'POST',
        url: `${ctx.api}/loan/${loan.id}/cancel`,
        headers: admin,
        payload: { reason: 'Cerró su cuenta' },
      })
    const commands = [resend, giveUp, resend, giveUp, resend, giveUp, resend, giveUp]
    const answers = await whileSending(ctx, () =>
      Promise.all((round % 2 === 0 ? commands : commands.toReversed()).map((start) => start(loan.id))),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    const { state } = await findLoan(ctx, loan.id)
    const attempts = (await ordersAtStp(ctx, loan.id)).length
    expect([state, attempts]).toEqual(state === 'cancelled' ? ['cancelled', 1] : ['active', 2])
  }
})

describe('an order in review', () => {
  test('shows its history, its callbacks and the outcomes that are not possible', async () => {
    const { order } = await makeDoubtful()
    const detail = (await get(`/stp/${order.id}`)).json()
    expect(detail.review_reason).toBe('STP la reporta cancelada después de liquidada.')
    expect(detail.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['created', 'claimed', 'sent', 'settled', 'review', 'asked'],
    ])
    expect(detail.attempts).toMatchObject([{ id: order.id, attempt: 1, needs_review: true }])
    expect(detail.closed_ways).toEqual({
      settled: null,
      returned: null,
      not_sent: 'STP tuvo esta orden: di si el dinero se depositó o si se devolvió.',
    })
    const messages = (await get(`/stp/${order.id}/messages?page_size=1`)).json()
    expect(messages).toMatchObject({
      count: 2,
      results: [{ stated: 'CANCELACION', state: 'CN', outcome: 'confirmed' }],
    })
    expect((await get(messages.next.split('/api')[1])).json().results).toMatchObject([
      { stated: 'Liquidada', state: 'LQ', outcome: 'settled' },
    ])
    const worker = await signIn(ctx, { id: (await findLoan(ctx, order.loan_id)).user_id })
    expect((await get(`/stp/${order.id}/messages`, worker)).statusCode).toBe(403)
  })

  test('shows STP’s own record beside ours, even if they differ', async () => {
    const { order } = await makeDoubtful()
    expect((await consult(order.id)).json()).toMatchObject({
      asked_at: '2026-11-20T16:00:00.000Z',
      stp: { stp_state: 'CN', state: 'CN', amount: 10_000, beneficiary_account: order.beneficiary_account },
      order: { id: order.id, needs_review: true, state: 'LQ' },
    })
    ctx.simulator.faults.set([{ on: 'query', action: 'forbidden' }])
    expect((await consult(order.id)).json().code).toBe('transfer.unavailable')
  })

  test('reports that STP lacks an order it never received, and queries nothing for one never sent', async () => {
    const { loan, ...offer } = await makeOffer(ctx)
    ctx.simulator.faults.set([{ on: 'register', action: 'lose', when: 'before', count: 9 }])
    const accepting = whileSending(ctx, () => acceptCall(ctx, { loan, ...offer }))
    expect((await accepting).statusCode).toBe(202)
    const order = await lastOrder(ctx, loan.id)
    expect((await consult(order.id)).json()).toMatchObject({ stp: null, order: { order_state: 'unknown' } })
    const fresh = { status: 'pending' as const, claimed_at: null }
    await ctx.deps.db.updateTable('transfer').set(fresh).where('id', '=', order.id).execute()
    expect((await consult(order.id)).json().code).toBe('transfer.not_asked')
  })

  test('eight admins at once, twenty times: one resolves it and the others get that admin’s name', async () => {
    const staff = await Promise.all(Array.from({ length: 8 }, () => makeStaff(ctx, 'U0')))
    const people = await Promise.all(staff.map((one) => signIn(ctx, one)))
    for (let round = 0; round < 20; round += 1) {
      const { order, loan } = await makeDoubtful()
      const ways = ['settled', 'returned']
      const answers = await Promise.all(
        people.map((headers, index) => resolve(order.id, ways[(round + index) % 2] ?? '', headers)),
      )
      const [won, ...lost] = answers.toSorted((left, right) => left.statusCode - right.statusCode)
      expect(won?.statusCode).toBe(200)
      for (const answer of lost) {
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'transfer.not_in_review'])
        expect(answer.json().detail).toBe('Gerardo Soto ya resolvió esta orden. Revisa cómo quedó.')
      }
      const expected = won?.json().state === 'LQ' ? 'active' : 'payout_returned'
      expect((await findLoan(ctx, loan.id)).state).toBe(expected)
      const resolved = won?.json().events.filter(({ kind }: { kind: string }) => kind === 'resolved')
      expect(resolved).toMatchObject([
        { by: 'Gerardo Soto', note: expect.stringContaining('Visto en el banco') },
      ])
    }
  })
})

describe('the switch of all payouts', () => {
  const turn = (payload: object, headers = admin) =>
    ctx.app.inject({ method: 'PUT', url: `${ctx.api}/stp/payouts`, headers, payload })

  test('requires an admin and a reason, and shows staff who paused, when and why', async () => {
    const waiting = (await get('/stp/payouts')).json()
    expect(waiting).toMatchObject({ paused: false })
    const silent = await turn({ paused: true, reason: '  ' })
    expect([silent.statusCode, silent.json().errors]).toEqual([422, { reason: ['Escribe el motivo'] }])
    expect((await turn({ paused: true, reason: 'Prueba' }, manager)).statusCode).toBe(403)
    expect((await turn({ paused: true, reason: 'STP está en mantenimiento' })).json()).toMatchObject({
      ...{ paused: true, reason: 'STP está en mantenimiento', by: 'Gerardo Soto' },
      at: '2026-11-20T16:00:00.000Z',
    })
    expect((await get('/stp/payouts')).json()).toMatchObject({ paused: true, by: 'Gerardo Soto' })

    const offer = await makeOffer(ctx)
    const refused = await acceptCall(ctx, offer)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'payouts.paused'])
    expect(await findLoan(ctx, offer.loan.id)).toMatchObject({ state: 'approved', accepted_at: null })
    expect((await turn({ paused: false })).json()).toMatchObject({ paused: false, reason: null })
    expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(200)
  })

  test('counts the orders in review', async () => {
    const before = (await get('/stp/payouts')).json().in_review
    const { order } = await makeDoubtful()
    expect((await get('/stp/payouts')).json().in_review).toBe(before + 1)
    await resolve(order.id, 'settled')
    expect((await get('/stp/payouts')).json().in_review).toBe(before)
  })
})
