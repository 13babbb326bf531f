import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { queryAbonos, receiveAbono, sendAbono } from '../../../test/incoming.ts'
import {
  findLoan,
  makeActiveLoan,
  makeLoan,
  makeWorker,
  postCallback,
  staffHeaders,
} from '../../../test/loans.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
  await staffHeaders(ctx, 'U0')
  await staffHeaders(ctx, 'U1')
})

async function messages() {
  return ctx.deps.db
    .selectFrom('stp_message')
    .select(['outcome', 'incoming_payment_id'])
    .where('kind', '=', 'payment')
    .orderBy('id', 'desc')
    .execute()
}
const lastOutcome = async () => (await messages())[0]?.outcome

const noticesLike = (reason_key: string) =>
  ctx.deps.db
    .selectFrom('notification')
    .select(['title', 'message'])
    .where('reason_key', 'like', reason_key)
    .execute()

describe('a callback about an incoming payment', () => {
  test('is stored to the centavo, books nothing, and staff get a notice once STP confirms it', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { body, row } = await sendAbono(ctx, { referenciaNumerica: loan.id, conceptoPago: 'PAGO QUINCENA' })
    expect(row).toMatchObject({
      stp_id: body.id,
      tracking_key: body.claveRastreo,
      operation_date: '2026-11-20',
      paying_institution: 40_072,
      amount_cents: 91_680,
      payer_name: 'EMPRESA DE PRUEBA SA DE CV',
      paying_account: '072691004495711499',
      beneficiary_account: '646180110400000007',
      payment_concept: 'PAGO QUINCENA',
      numeric_reference: loan.id,
      payment_type: 1,
      settled_at: '2026-11-20T16:00:00.000Z',
      status: 'open',
      matched_loan_id: loan.id,
      match_rule: 'reference',
    })
    expect((await messages())[0]).toEqual({ outcome: 'recorded', incoming_payment_id: row?.id })
    await queryAbonos(ctx)
    const notices = await noticesLike(`incoming:${loan.id}:${row?.id}`)
    expect(notices).toHaveLength(2)
    expect(notices[0]?.message).toBe(
      `Llegó un abono de $916.80 de EMPRESA DE PRUEBA SA DE CV. Coincide con ${loan.folio}: revísalo para registrar el pago.`,
    )
    const audit = await ctx.deps.db
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'incoming_payment.received')
      .where('subject_id', '=', row?.id ?? 0)
      .execute()
    expect(audit).toEqual([
      { after: { amount_cents: 91_680, matched_loan_id: loan.id, match_rule: 'reference' } },
    ])
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
  })

  test.each([
    ['0.29', 29],
    ['1.10', 110],
    ['4503.07', 450_307],
    ['35000000.35', 3_500_000_035],
    ['1.23456789E7', 1_234_567_890],
  ])('stores %s pesos as %i centavos', async (monto, cents) => {
    const row = await receiveAbono(ctx, { monto })
    expect(row.amount_cents).toBe(cents)
  })

  test('keeps a JSON number exact, without a float', async () => {
    const secret = ctx.deps.secrets.stp_webhook_secret
    await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/stp/webhooks/${secret}/payment`,
      headers: { 'content-type': 'application/json' },
      payload: '{"id":77001,"monto":9999999999.990000000,"claveRastreo":"EXACTO1"}',
    })
    const row = await ctx.deps.db
      .selectFrom('incoming_payment')
      .select('amount_cents')
      .where('stp_id', '=', 77_001)
      .executeTakeFirst()
    expect(row).toEqual({ amount_cents: 999_999_999_999 })
  })

  test('that is unreadable is stored as a message, and staff get a notice', async () => {
    const before = (await noticesLike('incoming-unreadable:%')).length
    ctx.setNow('2026-11-20T16:00:01Z')
    await postCallback(ctx, { id: 5, monto: 10.005, claveRastreo: 'X1' }, { path: 'payment' })
    expect(await lastOutcome()).toBe('unreadable')
    expect(await noticesLike('incoming-unreadable:%')).toHaveLength(before + 2)
  })

  test('for another company is stored only as a message', async () => {
    const { row } = await sendAbono(ctx, { empresa: 'OTRA' })
    expect([row, await lastOutcome()]).toEqual([undefined, 'other_company'])
  })
})

describe('a repeated callback', () => {
  test.each<[string, object]>([
    ['the same in everything', {}],
    ['with its id alone', { claveRastreo: null, fechaOperacion: null }],
    ['without its id', { id: null }],
    ['with its id as text', { monto: '916.80' }],
  ])('%s: changes nothing and gets the same answer', async (_how, change) => {
    const { body, row } = await sendAbono(ctx)
    const again = await postCallback(ctx, { ...body, ...change }, { path: 'payment' })
    expect([again.statusCode, again.json()]).toEqual([200, { mensaje: 'confirmar' }])
    expect((await messages())[0]).toEqual({ outcome: 'repeated', incoming_payment_id: row?.id })
    await queryAbonos(ctx)
    expect(await noticesLike(`incoming:%:${row?.id}`)).toHaveLength(2)
  })

  test('with another amount after STP’s confirmation changes nothing, and staff get a notice', async () => {
    const { body, row } = await sendAbono(ctx)
    await queryAbonos(ctx)
    await postCallback(ctx, { ...body, monto: 9168 }, { path: 'payment' })
    expect((await messages())[0]).toEqual({ outcome: 'contradicted', incoming_payment_id: row?.id })
    const notices = await noticesLike(`incoming-contradicted:0:${row?.id}:%`)
    expect(notices).toHaveLength(2)
    expect(notices[0]?.message).toContain('Otro aviso dice que es de $9,168.00')
  })

  test('with another day or bank and the same key is another payment', async () => {
    const { body } = await sendAbono(ctx)
    for (const change of [
      { id: body.id + 1, fechaOperacion: 20_261_123 },
      { id: body.id + 2, institucionOrdenante: 40_012 },
    ]) {
      expect((await sendAbono(ctx, { ...body, ...change })).row?.tracking_key).toBe(body.claveRastreo)
      expect(await lastOutcome()).toBe('recorded')
    }
  })

  test('repeated eight times at once leaves one row and one notice per staff user, in 20 rounds', async () => {
    await queryAbonos(ctx)
    for (let round = 0; round < 20; round += 1) {
      const key = `CARRERA${round}`
      const body = { claveRastreo: key, id: 900_000 + round }
      await Promise.all(Array.from({ length: 8 }, () => sendAbono(ctx, body)))
      const rows = await ctx.deps.db
        .selectFrom('incoming_payment')
        .select('id')
        .where('tracking_key', '=', key)
        .execute()
      expect(rows).toHaveLength(1)
      expect(await queryAbonos(ctx)).toBe(1)
      expect(await noticesLike(`incoming:%:${rows[0]?.id}`)).toHaveLength(2)
      const outcomes = (await messages()).slice(0, 8).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(7)
    }
  })
})

describe('the matched loan of an incoming payment', () => {
  const matchOf = async (change: object) => {
    const { matched_loan_id, match_rule } = await receiveAbono(ctx, change)
    return [matched_loan_id, match_rule]
  }

  test('is the payable loan of the reference, the concept or the paying account', async () => {
    const { loan, worker } = await makeActiveLoan(ctx)
    const account = worker.debit_card_number
    expect(await matchOf({ referenciaNumerica: loan.id })).toEqual([loan.id, 'reference'])
    expect(await matchOf({ conceptoPago: `PAGO ${loan.folio} GRACIAS` })).toEqual([loan.id, 'folio'])
    expect(await matchOf({ conceptoPago: loan.folio.replace('-', '').toLowerCase() })).toEqual([
      loan.id,
      'folio',
    ])
    expect(await matchOf({ cuentaOrdenante: account })).toEqual([loan.id, 'account'])
  })

  test('is null if the loan is not payable or two loans match', async () => {
    const { loan: offer, worker: requester } = await makeLoan(ctx, { state: 'approved' })
    expect(await matchOf({ referenciaNumerica: offer.id })).toEqual([null, null])
    expect(await matchOf({ conceptoPago: offer.folio })).toEqual([null, null])
    expect(await matchOf({ cuentaOrdenante: requester.debit_card_number })).toEqual([null, null])
    const worker = await makeWorker(ctx)
    const credit = await makeActiveLoan(ctx, { worker })
    const advance = await makeActiveLoan(ctx, { worker, type: 'advance', amount_cents: 200_000 })
    expect(await matchOf({ cuentaOrdenante: worker.debit_card_number })).toEqual([null, null])
    const both = { referenciaNumerica: credit.loan.id, conceptoPago: advance.loan.folio }
    expect(await matchOf(both)).toEqual([null, null])
    expect(
      await matchOf({ cuentaOrdenante: worker.debit_card_number, conceptoPago: advance.loan.folio }),
    ).toEqual([advance.loan.id, 'folio'])
  })

  test('is null for our own returned money', async () => {
    const { loan } = await makeActiveLoan(ctx)
    expect(await matchOf({ referenciaNumerica: loan.id, tipoPago: 0 })).toEqual([null, null])
  })
})
