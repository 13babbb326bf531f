import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  makeActiveLoan,
  makeCompany,
  makeLoan,
  makeWorker,
  signIn,
  staffHeaders,
} from '../../../test/loans.ts'

let ctx: TestContext
let manager: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
})

type Headers = Record<string, string>

const get = (path: string, headers: Headers = manager) =>
  ctx.app.inject({ url: `${ctx.api}${path}`, headers })
const post = (path: string, payload: object, headers: Headers = manager) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, headers, payload })
const patch = (id: number, payload: object, headers: Headers) =>
  ctx.app.inject({ method: 'PATCH', url: `${ctx.api}/loan/${id}`, headers, payload })

async function makeBorrower(values: Record<string, unknown> = {}) {
  const worker = await makeWorker(ctx, values)
  return { worker, headers: await signIn(ctx, worker) }
}

describe('credit requests', () => {
  test('notifies staff of a worker’s request, not of a request by staff', async () => {
    const { worker, headers } = await makeBorrower({ first_name: 'Inés' })
    const { id, folio } = (await post('/loan/', { type: 'credit', amount: 5000, period: 6 }, headers)).json()
    const other = await makeWorker(ctx)
    await post('/loan/', { type: 'credit', amount: 5000, period: 6, user: other.id })
    const { results } = (await get('/notification/?ordering=-created_at')).json()
    expect(results[0]).toMatchObject({
      title: 'Nueva solicitud de crédito',
      message: `Inés ${worker.last_name} solicitó $5,000.00 (${folio}). Revísala para aprobarla o rechazarla.`,
      about: { kind: 'loan', id: String(id) },
    })
  })

  test('notifies the worker of an advance that staff request, which is an offer at once', async () => {
    const { worker, headers } = await makeBorrower()
    const { id } = (await post('/loan/', { type: 'advance', amount: 500, user: worker.id })).json()
    expect((await get('/notification/', headers)).json()).toMatchObject({
      count: 1,
      results: [
        {
          title: 'Solicitud aprobada',
          message:
            'Tu anticipo de $500.00 está aprobado. Revisa las condiciones y firma para recibir el dinero.',
          about: { kind: 'loan', id: String(id) },
        },
      ],
    })
  })

  test('computes the figures on the server and copies the rate from the company [B3.4 B7.10 E3.6]', async () => {
    const { worker, headers } = await makeBorrower()
    const answer = await post(
      '/loan/',
      {
        type: 'credit',
        amount: 10_000,
        period: '12 meses',
        total_debt: 11_001.61,
        final_value: 11_001.61,
        monthly_payment: 916.8,
        interest_rate: 0.18,
        status: 'APP',
        approved: 1,
        user: 1,
      },
      headers,
    )
    expect(answer.statusCode).toBe(201)
    const loan = answer.json()
    expect(loan).toMatchObject({
      status: 'INA',
      active_status: 'ALR',
      amount: 10_000,
      total_debt: 11_001.61,
      final_value: 11_001.61,
      monthly_payment: 916.8,
      cat: 19.6,
      interest_rate: 0.18,
      period: '12 meses',
      installments: 12,
      amount_due: 0,
      next_payment_date: '2026-12-20',
      payment_deadline: '2027-11-20',
    })
    expect(loan.folio).toBe(`C-${String(loan.id).padStart(6, '0')}`)
    expect(loan.user).toMatchObject({ id: worker.id, has_request_credit: true, has_credit: false })
    expect(loan.schedule).toHaveLength(12)
    expect(loan.schedule[11]).toMatchObject({ payment: 916.81, balance: 0, paid: false })
    expect(loan.receiving_account).toEqual({
      bank: '40012',
      bank_name: expect.any(String),
      account_last4: worker.debit_card_number?.slice(-4),
      account_type: 40,
    })
    await ctx.deps.db
      .updateTable('company')
      .set({ interest_rate: 0.5 })
      .where('id', '=', worker.company_id ?? 0)
      .execute()
    expect((await get(`/loan/${loan.id}`)).json().interest_rate).toBe(0.18)
  })

  test('uses 18 % for a company without a rate [E3.2 E9.11]', async () => {
    const company = await makeCompany(ctx, { interest_rate: null })
    const { headers } = await makeBorrower({ company_id: company.id })
    expect(
      (await post('/loan/', { type: 'credit', amount: 5000, period: 3 }, headers)).json().interest_rate,
    ).toBe(0.18)
  })

  test.each([
    [
      'other figures',
      { amount: 10_000, period: 12, total_debt: 11_001.6 },
      ['loan.figures_differ', 'total_debt'] as const,
    ],
    [
      'another rate',
      { amount: 10_000, period: 12, interest_rate: 0.1 },
      ['loan.figures_differ', 'interest_rate'] as const,
    ],
    ['five months', { amount: 10_000, period: 5 }, ['request.invalid', 'period'] as const],
    [
      'more than three salaries',
      { amount: 48_000.01, period: 12 },
      ['loan.amount_exceeded', 'amount'] as const,
    ],
    ['nothing', { amount: 0, period: 12 }, ['request.invalid', 'amount'] as const],
    ['a third of a cent', { amount: 100.003, period: 12 }, ['request.invalid', 'amount'] as const],
  ])('refuses %s with 422', async (_, body, [code, field]) => {
    const { headers } = await makeBorrower()
    const answer = await post('/loan/', { type: 'credit', ...body }, headers)
    expect([answer.statusCode, answer.json().code]).toEqual([422, code])
    expect(answer.json().errors).toHaveProperty(field)
    expect((await get('/loan', headers)).json().count).toBe(0)
  })

  test('allows exactly three monthly salaries; above that the message names the maximum [B5.44 E9.11]', async () => {
    const { headers } = await makeBorrower()
    const much = await post('/loan/', { type: 'credit', amount: 48_001, period: 3 }, headers)
    expect(much.json().detail).toBe('Monto máximo excedido: $48,000.00')
    expect((await post('/loan/', { type: 'credit', amount: 48_000, period: 3 }, headers)).statusCode).toBe(
      201,
    )
  })
})

describe('advance requests', () => {
  test('a requested advance is an offer at once, due on the next pay date [E4.2]', async () => {
    const { headers } = await makeBorrower()
    const answer = await post(
      '/loan/',
      { type: 'advance', amount: 2000, total_debt: 2150, period: '99 días' },
      headers,
    )
    expect(answer.json()).toMatchObject({
      status: 'APP',
      approved: true,
      accepted: false,
      total_debt: 2150,
      commission: 150,
      interest_rate: 0,
      period: '10 días',
      payment_deadline: '2026-11-30',
      offer_expires_on: '2026-11-30',
      monthly_payment: null,
    })
    const much = await post('/loan/', { type: 'advance', amount: 4001 }, (await makeBorrower()).headers)
    expect([much.statusCode, much.json().detail]).toEqual([422, 'Monto máximo excedido: $4,000.00'])
  })

  test('refuses an advance below the company’s minimum with 422 at amount, and accepts the minimum', async () => {
    const company = await makeCompany(ctx, { advance_minimum_cents: 75_050 })
    const { worker, headers } = await makeBorrower({ company_id: company.id })
    for (const [body, by] of [
      [{ type: 'advance', amount: 750.49 }, headers],
      [{ type: 'advance', amount: 750.49, user: worker.id }, manager],
    ] as const) {
      const small = await post('/loan/', body, by)
      expect([small.statusCode, small.json()]).toMatchObject([
        422,
        {
          code: 'loan.amount_below_minimum',
          errors: { amount: ['El anticipo mínimo es de $750.50.'] },
        },
      ])
    }
    expect((await post('/loan/', { type: 'advance', amount: 750.5 }, headers)).statusCode).toBe(201)
    const alone = await makeBorrower({ company_id: null })
    const refused = await post('/loan/', { type: 'advance', amount: 499.99 }, alone.headers)
    expect(refused.json().errors).toEqual({ amount: ['El anticipo mínimo es de $500.00.'] })
    expect((await post('/loan/', { type: 'credit', amount: 100, period: 3 }, headers)).statusCode).toBe(201)
  })
})

describe('blocked requests', () => {
  test.each([
    ['no documents', { documents: false }, 'Completa tus documentos en Perfil para poder solicitar.'],
    [
      'a pending one',
      { state: 'requested' as const },
      'No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.',
    ],
    [
      'an offer',
      { state: 'approved' as const },
      'No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.',
    ],
  ])('refuses a request with 409: the worker has %s', async (_, setup, detail) => {
    const { worker, headers } = await makeBorrower({ has_all_documents: !('documents' in setup) })
    if ('state' in setup) await makeLoan(ctx, { worker, ...setup })
    const answer = await post('/loan/', { type: 'credit', amount: 1000, period: 3 }, headers)
    expect([answer.statusCode, answer.json().detail]).toEqual([409, detail])
  })

  test('409 while a loan of the type is in force; the other type is free, also after a decline [E6.2]', async () => {
    const { worker, headers } = await makeActiveLoan(ctx)
    const answer = await post('/loan/', { type: 'credit', amount: 1000, period: 3 }, headers)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      409,
      'No puedes solicitar un nuevo crédito porque ya tienes uno vigente.',
    ])
    const advance = await post('/loan/', { type: 'advance', amount: 1000 }, headers)
    expect(advance.statusCode).toBe(201)
    await patch(advance.json().id, { status: 'REJ' }, headers)
    expect((await post('/loan/', { type: 'advance', amount: 1000 }, headers)).statusCode).toBe(201)
    expect((await get(`/loan/account/${worker.id}`, headers)).json()).toMatchObject({
      id: worker.id,
      loans: [{ type: 'credit' }],
    })
  })

  test('creates one loan from eight concurrent requests', async () => {
    const { headers } = await makeBorrower()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('/loan/', { type: 'credit', amount: 1000, period: 3 }, headers)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ])
  })

  test('replays the first answer for a second request with the same key [E7.7]', async () => {
    const { headers } = await makeBorrower()
    const keyed = { ...headers, 'idempotency-key': randomUUID() }
    const first = await post('/loan/', { type: 'credit', amount: 1000, period: 3 }, keyed)
    const second = await post('/loan/', { type: 'credit', amount: 1000, period: 3 }, keyed)
    expect([second.statusCode, second.json().id, second.headers['idempotent-replay']]).toEqual([
      201,
      first.json().id,
      'true',
    ])
  })

  test('staff request a loan for a worker: 422 without one, 404 for an unknown user', async () => {
    const { worker } = await makeBorrower()
    expect(
      (await post('/loan/', { type: 'credit', amount: 1000, period: 3, user: worker.id })).json().user.id,
    ).toBe(worker.id)
    expect((await post('/loan/', { type: 'credit', amount: 1000, period: 3 })).statusCode).toBe(422)
    expect(
      (await post('/loan/', { type: 'credit', amount: 1000, period: 3, user: 999_999 })).statusCode,
    ).toBe(404)
  })
})

describe('calculations', () => {
  test('a simulation returns payment, total, CAT and schedule [B7.9 E7.6]', async () => {
    const { headers } = await makeBorrower()
    const answer = await post(
      '/loan/calculate-monthly-payment/',
      { annual_interest_rate: 0.18, amount: 10_000, number_of_payments: 12 },
      headers,
    )
    expect(answer.json().data).toMatchObject({ monthly_payment: 916.8, final_value: 11_001.61, cat: 19.6 })
    expect(answer.json().data.schedule).toHaveLength(12)
  })

  test('a simulation answers by frequency, with the VAT of the body or of the caller’s company', async () => {
    const company = await makeCompany(ctx, { tax_rate: 0.16, tax_added: true })
    const { headers } = await makeBorrower({ company_id: company.id })
    ctx.setNow('2026-11-15T16:00:00Z')
    const body = { annual_interest_rate: 0.18, amount: 10_000, number_of_payments: 12 }
    const simulate = async (more: object, by: Headers) =>
      (await post('/loan/calculate-monthly-payment', { ...body, ...more }, by)).json().data
    const added = await simulate({ frequency: 'semimonthly' }, headers)
    expect(added.monthly_payment).toBe(881.21)
    expect(added.schedule[0]).toEqual({
      ...{ number: 1, due_date: '2026-11-30', payment: 881.21, principal: 794.21 },
      ...{ interest: 75, tax: 12, balance: 9205.79, paid: false },
    })
    const own = { frequency: 'semimonthly', tax_rate: 0.16, tax_added: true }
    expect(await simulate(own, manager)).toEqual(added)
    const contained = await simulate({ ...own, tax_added: false }, headers)
    expect(contained.schedule[0]).not.toHaveProperty('tax')
    const weekly = await simulate({ frequency: 'weekly', tax_added: false }, headers)
    expect(weekly.schedule[0]).toMatchObject({ due_date: '2026-11-22', interest: 34.62 })
  })

  test('refuses a semimonthly simulation on a day that is no pay date with 422 at frequency', async () => {
    ctx.setNow('2026-11-20T16:00:00Z')
    const body = { annual_interest_rate: 0.18, amount: 10_000, number_of_payments: 12 }
    const answer = await post('/loan/calculate-monthly-payment', { ...body, frequency: 'semimonthly' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        code: 'loan.starts_off_pay_date',
        errors: { frequency: ['Un crédito quincenal empieza en un día de pago: el 15 o el último del mes.'] },
      },
    ])
  })

  test.each([
    [{ amount: 9_999_999_999.99 }],
    [{ amount: 9_999_999_999.99, annual_interest_rate: 999.999, tax_rate: 1, tax_added: true }],
    [{ amount: 5_000_000_000, annual_interest_rate: 3, number_of_payments: 120 }],
  ])('refuses a simulation of %o, whose total is too large, with 422 at amount', async (change) => {
    const body = { annual_interest_rate: 0.18, number_of_payments: 12, ...change }
    const answer = await post('/loan/calculate-monthly-payment', body)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      ...[422, { code: 'loan.amount_exceeded', errors: { amount: ['Monto máximo excedido.'] } }],
    ])
  })

  test('a worker’s simulation has the CAT of the request, without the VAT of the company', async () => {
    const { headers } = await makeBorrower({ company_id: (await makeCompany(ctx, { tax_rate: 0.16 })).id })
    const input = await post('/loan/', { type: 'credit', amount: 10_000, period: 12 }, headers)
    const { cat, interest_rate: annual_interest_rate } = input.json()
    const body = { annual_interest_rate, amount: 10_000, number_of_payments: 12 }
    const cats = await Promise.all(
      [headers, manager].map(
        async (by) => (await post('/loan/calculate-monthly-payment', body, by)).json().data.cat,
      ),
    )
    expect(cats[0]).toBe(cat)
    expect(cats[1]).toBeGreaterThan(cat)
  })

  test('a worker’s maximum advance uses the stored salary; only staff may send another [B7.8 E5.2 E7.6]', async () => {
    const { headers } = await makeBorrower()
    const most = async (body: object, by: Headers) =>
      (await post('/loan/get-max-advance-loan-amount/', body, by)).json().data
    expect(await most({ loan: 1_000_000 }, headers)).toBe(4000)
    expect(await most({ loan: 6000 }, manager)).toBe(3000)
    const unknown = await makeBorrower({ biweekly_salary_cents: null })
    expect(await most({ loan: 9000 }, unknown.headers)).toBe(3500)
    const capped = await makeBorrower({
      company_id: (await makeCompany(ctx, { advance_cap_cents: 100_050 })).id,
    })
    expect(await most({}, capped.headers)).toBe(1000.5)
  })
})
