import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeActiveLoan,
  makeLoan,
  makeOffer,
  makeWorker,
  ordersAtStp,
  ordersOf,
  showContract,
  signIn,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'
import { sweepTransfers } from '../../treasury/transfers/commands/sweep-transfers.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

const waiting = () => ctx.deps.queue.drain('send-transfer', async () => undefined)

describe('acceptance of an offer', () => {
  test('stores evidence and dates, sends one order, notifies the worker and queues the seal [E4.8 E7.8 E9.4]', async () => {
    const offer = await makeOffer(ctx)
    const answer = await whileSending(ctx, () => acceptCall(ctx, offer))

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      loan: {
        status: 'APP',
        active_status: 'ALR',
        accepted: true,
        disbursing: false,
        amount_due: 11_001.61,
        next_payment_date: '2026-12-20',
      },
      order: { order_state: 'sent', amount: 10_000 },
      contract: null,
    })
    const order = await lastOrder(ctx, offer.loan.id)
    expect(order).toMatchObject({
      status: 'sent',
      attempt: 1,
      operation_date: '2026-11-20',
      beneficiary_account: offer.worker.debit_card_number,
      beneficiary_name: 'Ana Ramirez Nunez',
      payment_concept: 'Envio de credito',
      account_type_beneficiary: 40,
    })
    expect(order.tracking_key).toMatch(/^1000\d{4}[0-9A-Z]+01$/)
    expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)

    const evidence = await ctx.deps.db
      .selectFrom('acceptance')
      .selectAll()
      .where('loan_id', '=', offer.loan.id)
      .executeTakeFirstOrThrow()
    expect(evidence).toMatchObject({ latitude: 25.6866, longitude: -100.3161, accuracy: 12, ip: '127.0.0.1' })
    const dates = await ctx.deps.db
      .selectFrom('installment')
      .select('due_date')
      .where('loan_id', '=', offer.loan.id)
      .orderBy('number')
      .execute()
    expect(dates).toHaveLength(12)
    expect(dates[2]).toEqual({ due_date: '2027-02-20' })

    const notices = await ctx.deps.db
      .selectFrom('notification')
      .select('title')
      .where('recipient_id', '=', offer.worker.id)
      .execute()
    expect(notices).toEqual([{ title: 'El dinero ha sido enviado.' }])
    let sealed: number | undefined
    await ctx.deps.queue.drain('seal-contract', async ({ loan_id }) => {
      sealed = loan_id
    })
    expect(sealed).toBe(offer.loan.id)
    const audit = await ctx.deps.db
      .selectFrom('audit')
      .select('action')
      .where('subject_id', '=', offer.loan.id)
      .where('subject', '=', 'loan')
      .execute()
    expect(audit).toContainEqual({ action: 'loan.accept' })
  })

  test('stores a typed signature, and refuses one that is not the worker’s name, or has strokes, with 422', async () => {
    const offer = await makeOffer(ctx)
    const typed_name = `${offer.worker.first_name} ${offer.worker.last_name}`.toUpperCase()
    const other = await acceptCall(ctx, offer, { body: { typed_name: 'Otra Persona' } })
    expect([other.statusCode, other.json().code]).toEqual([422, 'signature.other_name'])
    const strokes = [{ points: [{ x: 1, y: 2 }] }]
    expect((await acceptCall(ctx, offer, { body: { typed_name, strokes } })).statusCode).toBe(422)
    expect((await findLoan(ctx, offer.loan.id)).state).toBe('approved')
    const answer = await whileSending(ctx, () => acceptCall(ctx, offer, { body: { typed_name } }))
    expect(answer.statusCode).toBe(200)
    const evidence = ctx.deps.db
      .selectFrom('acceptance')
      .select(['typed_name', 'strokes'])
      .where('loan_id', '=', offer.loan.id)
    expect(await evidence.executeTakeFirstOrThrow()).toEqual({ typed_name, strokes: null })
  })

  test('an advance is due on its pay date, with its days counted from the signature', async () => {
    const offer = await makeOffer(ctx, { type: 'advance', amount_cents: 200_000 })
    ctx.setNow('2026-11-23T16:00:00Z')
    const contract_sha256 = await showContract(ctx, offer)
    const headers = await signIn(ctx, offer.worker)
    const answer = await whileSending(ctx, () => acceptCall(ctx, { ...offer, contract_sha256, headers }))
    ctx.setNow('2026-11-20T16:00:00Z')
    expect(answer.json().loan).toMatchObject({
      period: '7 días',
      next_payment_date: '2026-11-30',
      amount_due: 2150,
    })
  })

  test('answers 202 while the order’s result is unknown, and 200 for the same key later', async () => {
    const offer = await makeOffer(ctx)
    const key = randomUUID()
    ctx.simulator.faults.set([{ on: 'register', action: 'lose', when: 'after' }])
    const answer = await whileSending(ctx, () => acceptCall(ctx, offer, { key }))
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({
      loan: { disbursing: true, amount_due: 0 },
      order: { order_state: 'unknown' },
    })

    ctx.setNow('2026-11-20T16:01:00Z')
    await sweepTransfers(ctx.deps)
    ctx.setNow('2026-11-20T16:00:00Z')
    const again = await acceptCall(ctx, offer, { key })
    expect(again.statusCode).toBe(200)
    expect(again.headers['idempotent-replay']).toBe('true')
    expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
  })

  test('answers 422 if STP refuses the order; the loan is an offer again and may be signed [E4.8]', async () => {
    const offer = await makeOffer(ctx)
    const key = randomUUID()
    ctx.simulator.faults.set([
      { on: 'register', action: 'refuse', id: -20, message: 'El monto no es válido' },
    ])
    const answer = await whileSending(ctx, () => acceptCall(ctx, offer, { key }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'transfer.refused',
      detail: 'Ocurrió un error con la transacción.',
    })
    expect(await findLoan(ctx, offer.loan.id)).toMatchObject({
      state: 'approved',
      accepted_at: null,
      amount_due_cents: 0,
    })

    const replay = await acceptCall(ctx, offer, { key })
    expect([replay.statusCode, replay.headers['idempotent-replay']]).toEqual([422, 'true'])

    const second = await whileSending(ctx, () => acceptCall(ctx, offer))
    expect(second.statusCode).toBe(200)
    expect((await ordersOf(ctx, offer.loan.id)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'failed'],
      [2, 'sent'],
    ])
    expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
  })

  test('refuses the same key with another body with 422, and a missing key with 400', async () => {
    const offer = await makeOffer(ctx)
    const key = randomUUID()
    await whileSending(ctx, () => acceptCall(ctx, offer, { key }))
    const other = await acceptCall(ctx, offer, { key, body: { accuracy: 99 } })
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused'])
    const { 'idempotency-key': _, ...headers } = { ...offer.headers, 'idempotency-key': '' }
    const without = await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/loan/${offer.loan.id}/accept`,
      headers,
      payload: {},
    })
    expect([without.statusCode, without.json().code]).toEqual([400, 'idempotency_key_required'])
  })
})

describe('refused acceptances', () => {
  test.each([
    ['no location', { latitude: 0, longitude: 0 }, 'latitude'],
    ['a latitude beyond the pole', { latitude: 91 }, 'latitude'],
    ['no signature', { signature: 'data:image/png;base64,' }, 'signature'],
    [
      'another file as signature',
      { signature: `data:image/png;base64,${Buffer.from('nothing').toString('base64')}` },
      'signature',
    ],
    ['no contract', { contract_sha256: 'abc' }, 'contract_sha256'],
  ])('refuses %s with 422 and changes nothing', async (_, body, field) => {
    const offer = await makeOffer(ctx)
    const answer = await acceptCall(ctx, offer, { body })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toContain(field)
    expect(await ordersOf(ctx, offer.loan.id)).toEqual([])
    expect((await findLoan(ctx, offer.loan.id)).state).toBe('approved')
  })

  const changes: [string, (offer: Awaited<ReturnType<typeof makeOffer>>) => Promise<unknown>][] = [
    ['another contract was shown since', (offer) => showContract(ctx, offer)],
    [
      'the account is another',
      (offer) =>
        ctx.deps.db
          .updateTable('app_user')
          .set({ debit_card_number: '646180110400000007', bank: '90646' })
          .where('id', '=', offer.worker.id)
          .execute(),
    ],
    [
      'it was shown on another day',
      (offer) =>
        ctx.deps.db
          .updateTable('contract')
          .set({ business_day: '2026-11-19' })
          .where('loan_id', '=', offer.loan.id)
          .execute(),
    ],
    [
      'the bank is another one than was shown',
      (offer) =>
        ctx.deps.db
          .updateTable('app_user')
          .set({ bank: '40002' })
          .where('id', '=', offer.worker.id)
          .execute(),
    ],
    [
      'it is another loan’s',
      async (offer) => {
        await ctx.deps.db.deleteFrom('contract').where('loan_id', '=', offer.loan.id).execute()
      },
    ],
  ]
  test.each(changes)('answers 409 contract_changed when %s', async (_, change) => {
    const offer = await makeOffer(ctx)
    await change(offer)
    const answer = await acceptCall(ctx, offer)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'contract_changed'])
    await ctx.deps.db
      .updateTable('app_user')
      .set({ debit_card_number: offer.worker.debit_card_number, bank: '40012' })
      .where('id', '=', offer.worker.id)
      .execute()
  })

  test.each([
    ['requested', 'loan.not_an_offer'],
    ['rejected', 'loan.not_an_offer'],
    ['declined', 'loan.not_an_offer'],
    ['expired', 'offer_expired'],
  ] as const)('answers 409 for a loan that is %s', async (state, code) => {
    const { loan, worker } = await makeLoan(ctx, { state })
    const offer = { loan, worker, headers: await signIn(ctx, worker), contract_sha256: 'a'.repeat(64) }
    const answer = await acceptCall(ctx, offer)
    expect([answer.statusCode, answer.json().code]).toEqual([409, code])
  })

  test('answers 409 for an accepted loan, and for an offer after its last day', async () => {
    const active = await makeActiveLoan(ctx)
    const twice = await acceptCall(ctx, active)
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'loan.already_accepted'])

    const offer = await makeOffer(ctx)
    await ctx.deps.db
      .updateTable('loan')
      .set({ offer_expires_on: '2026-11-19' })
      .where('id', '=', offer.loan.id)
      .execute()
    const late = await acceptCall(ctx, offer)
    expect([late.statusCode, late.json().code, late.json().detail]).toEqual([
      409,
      'offer_expired',
      'La oferta venció',
    ])
  })

  test('answers 404 to another worker and 403 to staff', async () => {
    const offer = await makeOffer(ctx)
    const stranger = await acceptCall(ctx, offer, { headers: await signIn(ctx, await makeWorker(ctx)) })
    expect(stranger.statusCode).toBe(404)
    const staff = await acceptCall(ctx, offer, { headers: await staffHeaders(ctx, 'U0') })
    expect(staff.statusCode).toBe(403)
  })

  test('answers 503 while payouts are paused; pending orders stay pending until they resume', async () => {
    const admin = await staffHeaders(ctx, 'U0')
    const held = await makeOffer(ctx)
    const pause = (paused: boolean) => {
      const payload = { paused, reason: 'Simulacro' }
      return ctx.app.inject({ method: 'PUT', url: `${ctx.api}/stp/payouts`, headers: admin, payload })
    }
    const accepting = acceptCall(ctx, held)
    await expect.poll(() => ordersOf(ctx, held.loan.id)).toHaveLength(1)
    expect((await pause(true)).json()).toMatchObject({ paused: true, reason: 'Simulacro' })
    const answer = await acceptCall(ctx, await makeOffer(ctx))
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'payouts.paused'])
    await ctx.drain(['send-transfer'])
    expect(await lastOrder(ctx, held.loan.id)).toMatchObject({ status: 'pending' })
    expect((await accepting).statusCode).toBe(202)

    await pause(false)
    ctx.setNow('2026-11-20T16:00:30Z')
    await sweepTransfers(ctx.deps)
    ctx.setNow('2026-11-20T16:00:00Z')
    expect(await lastOrder(ctx, held.loan.id)).toMatchObject({ status: 'sent' })
  })
})

describe('concurrent acceptances', () => {
  test('of eight concurrent signatures one wins, seven get 409, STP has one order, in 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const offer = await makeOffer(ctx)
      const answers = await whileSending(ctx, () =>
        Promise.all(Array.from({ length: 8 }, () => acceptCall(ctx, offer))),
      )
      const codes = answers.map(({ statusCode }) => statusCode).sort()
      expect(codes).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
      expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
    }
    expect(await waiting()).toBe(0)
  })

  test('one key sent eight times at once pays once [E7.8]', async () => {
    const offer = await makeOffer(ctx)
    const key = randomUUID()
    const answers = await whileSending(ctx, () =>
      Promise.all(Array.from({ length: 8 }, () => acceptCall(ctx, offer, { key }))),
    )
    for (const answer of answers) expect([200, 409]).toContain(answer.statusCode)
    const conflicts = answers
      .filter(({ statusCode }) => statusCode === 409)
      .map((answer) => answer.json().code)
    expect(new Set([...conflicts, 'idempotency_in_progress'])).toEqual(new Set(['idempotency_in_progress']))
    expect(await ordersAtStp(ctx, offer.loan.id)).toHaveLength(1)
  })

  test('one of a concurrent acceptance, decline and rejection succeeds', async () => {
    const staff = await staffHeaders(ctx)
    for (let round = 0; round < 10; round += 1) {
      const offer = await makeOffer(ctx)
      const patch = (headers: Record<string, string>) =>
        ctx.app.inject({
          method: 'PATCH',
          url: `${ctx.api}/loan/${offer.loan.id}`,
          headers,
          payload: { status: 'REJ' },
        })
      const answers = await whileSending(ctx, () =>
        Promise.all([acceptCall(ctx, offer), patch(offer.headers), patch(staff)]),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    }
  })
})
