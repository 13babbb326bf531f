import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  findLoan,
  makeActiveLoan,
  makeCompany,
  makeLoan,
  makeOffer,
  makeWorker,
  signIn,
  staffHeaders,
} from '../../../test/loans.ts'

let ctx: TestContext
let manager: Record<string, string>
let admin: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})

type Headers = Record<string, string>

const get = (path: string, headers: Headers = manager) =>
  ctx.app.inject({ url: `${ctx.api}${path}`, headers })
const patch = (id: number, payload: object, headers: Headers = manager) =>
  ctx.app.inject({ method: 'PATCH', url: `${ctx.api}/loan/${id}`, headers, payload })

async function makeBorrower(values: Record<string, unknown> = {}) {
  const worker = await makeWorker(ctx, values)
  return { worker, headers: await signIn(ctx, worker) }
}

test('a loan says what is deducted per pay date, from the request until it is closed', async () => {
  const requested = await makeLoan(ctx)
  const active = await makeActiveLoan(ctx)
  const advance = await makeOffer(ctx, { type: 'advance', amount_cents: 200_000 })
  const rejected = await makeLoan(ctx, { state: 'rejected' })
  const answers = [requested, active, advance, rejected].map(({ loan }) => get(`/loan/${loan.id}`))
  const deductions = (await Promise.all(answers)).map((answer) => answer.json().deduction)
  expect(deductions).toEqual([458.4, 458.4, 2_150, null])
})

describe('decisions', () => {
  test('approving makes an offer of 30 days and notifies the worker; a second time gets 409 [B4.7 B7.27]', async () => {
    const { loan, worker } = await makeLoan(ctx)
    const answer = await patch(loan.id, {
      status: 'APP',
      approved: 1,
      rejected: 0,
      active_status: 'ALR',
      amount: 1,
    })
    expect(answer.json()).toMatchObject({
      status: 'APP',
      approved: true,
      rejected: false,
      amount: 10_000,
      offer_expires_on: '2026-12-20',
    })
    const notices = await ctx.deps.db
      .selectFrom('notification')
      .select('title')
      .where('recipient_id', '=', worker.id)
      .execute()
    expect(notices).toEqual([{ title: 'Solicitud aprobada' }])
    const again = await patch(loan.id, { status: 'APP' })
    expect([again.statusCode, again.json().code]).toEqual([409, 'loan.transition_refused'])
  })

  test('a rejection shows its reason to the worker, and the loan may still be approved [B4.6]', async () => {
    const { loan, worker } = await makeLoan(ctx)
    await ctx.app.inject({
      method: 'PUT',
      url: `${ctx.api}/loan/${loan.id}`,
      headers: manager,
      payload: { status: 'REJ', reason: 'El comprobante no es legible' },
    })
    expect((await get(`/loan/${loan.id}`, await signIn(ctx, worker))).json()).toMatchObject({
      status: 'REJ',
      rejected: true,
      rejection_reason: 'El comprobante no es legible',
    })
    expect((await patch(loan.id, { status: 'APP' })).json()).toMatchObject({
      status: 'APP',
      rejected: false,
      rejection_reason: null,
    })
    expect((await patch(loan.id, { status: 'REJ' })).json()).toMatchObject({
      status: 'REJ',
      rejection_reason: null,
    })
  })

  test('refuses a decision with 409 if status, amount or period are not those that were seen', async () => {
    const { loan } = await makeLoan(ctx)
    const { status, amount, period } = (await get(`/loan/${loan.id}`)).json()
    const seen = { status, amount, period }
    for (const other of [{ status: 'REJ' }, { amount: amount + 1 }, { period: '9 meses' }]) {
      const answer = await patch(loan.id, { status: 'APP', seen: { ...seen, ...other } })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'loan.changed'])
    }
    expect((await findLoan(ctx, loan.id)).state).toBe('requested')
    expect((await patch(loan.id, { status: 'REJ', seen })).json()).toMatchObject({ status: 'REJ' })
    expect((await patch(loan.id, { status: 'APP', seen })).json().code).toBe('loan.changed')
  })

  test('refuses to approve a rejected request with 409 while another loan of the type is open', async () => {
    const { loan, worker } = await makeLoan(ctx, { state: 'rejected' })
    await makeLoan(ctx, { worker })
    const answer = await patch(loan.id, { status: 'APP' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'loan.credit_pending'])
  })

  test('refuses to approve a request of a deactivated worker with 409', async () => {
    const { loan, worker } = await makeLoan(ctx, { state: 'rejected' })
    const deactivated = await ctx.app.inject({
      method: 'DELETE',
      url: `${ctx.api}/auth/user/${worker.id}`,
      headers: admin,
    })
    expect(deactivated.statusCode).toBe(204)
    const answer = await patch(loan.id, { status: 'APP' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'loan.worker_inactive'])
  })

  test('the owner may decline an offer or withdraw a request, and may not approve or edit it [E2.28]', async () => {
    const offer = await makeOffer(ctx)
    expect(
      (await patch(offer.loan.id, { status: 'REJ', accepted: 0, rejected: 1 }, offer.headers)).json(),
    ).toMatchObject({ status: 'REJ', rejected: true, approved_at: expect.any(String) })
    expect((await findLoan(ctx, offer.loan.id)).state).toBe('declined')
    expect((await patch(offer.loan.id, { status: 'APP' })).statusCode).toBe(409)
    const { loan, worker } = await makeLoan(ctx)
    const headers = await signIn(ctx, worker)
    expect((await patch(loan.id, { status: 'APP' }, headers)).statusCode).toBe(409)
    expect((await patch(loan.id, { amount: 2000 }, headers)).statusCode).toBe(403)
    expect((await patch(loan.id, { status: 'REJ' }, (await makeBorrower()).headers)).statusCode).toBe(404)
    expect((await patch(loan.id, { status: 'REJ' }, headers)).json()).toMatchObject({ approved_at: null })
  })

  test('refuses every decision on a loan in force with 409 and ignores «completed» in the body [B7.28]', async () => {
    const { loan } = await makeActiveLoan(ctx)
    for (const status of ['APP', 'REJ', 'INA', 'FIN'])
      expect((await patch(loan.id, { status })).statusCode).toBe(409)
    expect((await patch(loan.id, { completed: true })).json()).toMatchObject({ completed: false })
    expect((await patch(loan.id, { amount: 1 })).json().code).toBe('loan.not_editable')
  })

  test.each([
    ['approve', { state: 'requested', status: 'APP', who: 'manager' }],
    ['reject', { state: 'requested', status: 'REJ', who: 'manager' }],
    ['decline', { state: 'approved', status: 'REJ', who: 'owner' }],
  ] as const)(
    '%s: of eight concurrent calls one gets 200 and seven get 409, in 20 rounds',
    async (_, { state, status, who }) => {
      for (let round = 0; round < 20; round += 1) {
        const { loan, worker } = await makeLoan(ctx, { state })
        const headers = who === 'owner' ? await signIn(ctx, worker) : manager
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => patch(loan.id, { status }, headers)),
        )
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
          200, 409, 409, 409, 409, 409, 409, 409,
        ])
      }
    },
  )
})

describe('edits and deletions', () => {
  test('an edit of amount and period changes the figures; 422 above the maximum [B5.44 B7.11]', async () => {
    const { loan } = await makeLoan(ctx)
    expect((await patch(loan.id, { amount: 6000, period: '6 meses', status: 'INA' })).json()).toMatchObject({
      amount: 6000,
      period: '6 meses',
      installments: 6,
      total_debt: 6318.9,
    })
    const much = (await patch(loan.id, { amount: 48_000.01 })).json()
    expect([much.code, much.errors]).toEqual([
      'loan.amount_exceeded',
      { amount: ['Monto máximo excedido: $48,000.00'] },
    ])
    const nothing = (await patch(loan.id, { amount: 0 })).json()
    expect(nothing.errors).toEqual({ amount: ['Por favor, ingresa un valor válido y positivo'] })
    expect((await patch(loan.id, { period: 5 })).statusCode).toBe(422)
  })

  test('an edit notifies the worker and writes an audit row; the same figures again do not [B8.38]', async () => {
    const { loan, worker } = await makeLoan(ctx)
    const edit = { amount: 6000, period: 6 }
    for (const _ of [1, 2]) expect((await patch(loan.id, edit)).statusCode).toBe(200)
    const notices = await ctx.deps.db
      .selectFrom('notification')
      .select(['title', 'message'])
      .where('recipient_id', '=', worker.id)
      .where('reason_key', 'like', 'edited:%')
      .execute()
    expect(notices).toEqual([
      {
        title: 'Tu solicitud cambió',
        message: `Tu crédito ${loan.folio} ahora es por $6,000.00 a 6 meses. Te avisaremos cuando lo revisemos.`,
      },
    ])
    const audit = await ctx.deps.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'loan.edited')
      .where('subject_id', '=', loan.id)
      .execute()
    const before = { amount_cents: loan.amount_cents, term: loan.term }
    expect(audit).toEqual([{ before, after: { amount_cents: 600_000, term: 6 } }])
  })

  test('an admin deletes a loan without an order; 403 for a manager, 409 if it had one [B7.11 B7.26]', async () => {
    const { loan } = await makeLoan(ctx)
    const remove = (id: number, headers: Headers) =>
      ctx.app.inject({ method: 'DELETE', url: `${ctx.api}/loan/${id}`, headers })
    expect((await get(`/loan/${loan.id}`)).json().deletable).toBe(true)
    expect((await remove(loan.id, manager)).statusCode).toBe(403)
    expect((await remove(loan.id, admin)).statusCode).toBe(204)
    expect((await remove(loan.id, admin)).statusCode).toBe(404)
    const active = await makeActiveLoan(ctx)
    expect((await get(`/loan/${active.loan.id}`)).json()).not.toHaveProperty('deletable')
    const kept = await remove(active.loan.id, admin)
    expect([kept.statusCode, kept.json().code]).toEqual([409, 'loan.has_transfer'])
    expect(kept.json().detail).toBe('No se pudo eliminar el crédito. Ya tuvo una orden de pago.')
  })
})

describe('queries', () => {
  test('lists loans by filter, name, folio and order, in pages [B7.13 E4.3]', async () => {
    const company = await makeCompany(ctx)
    const worker = await makeWorker(ctx, {
      company_id: company.id,
      first_name: 'Zoraida',
      last_name: 'Íñiguez',
    })
    const first = await makeLoan(ctx, { worker, state: 'rejected', amount_cents: 300_000 })
    const second = await makeLoan(ctx, { worker, state: 'requested', amount_cents: 100_000 })
    const third = await makeLoan(ctx, { worker, type: 'advance', state: 'approved', amount_cents: 200_000 })
    const ids = async (query: string) =>
      (await get(`/loan?company=${company.id}&${query}`)).json().results.map(({ id }: { id: number }) => id)
    const [a, b, c] = [first.loan.id, second.loan.id, third.loan.id]
    expect(await ids('ordering=-created_at')).toEqual([c, b, a])
    expect(await ids('ordering=amount')).toEqual([b, c, a])
    expect(await ids('type=credit')).toEqual([b, a])
    expect(await ids('status=APP')).toEqual([c])
    expect(await ids('status=REJ&type=credit')).toEqual([a])
    expect((await get(`/loan/${a}`)).json()).toMatchObject({
      payment_deadline: null,
      next_payment_date: null,
    })
    expect(await ids('active_status=DEL')).toEqual([])
    expect(await ids('open=true')).toEqual([c, b])
    expect(await ids('open=false')).toEqual([a])
    expect(await ids(`user__id=${worker.id}`)).toEqual([c, b, a])
    expect(await ids('search=zoraida%20iniguez')).toEqual([c, b, a])
    expect(await ids(`search=${second.loan.folio.toLowerCase()}`)).toEqual([b])
    expect(await ids(`search=${encodeURIComponent(worker.email)}`)).toEqual([])
    expect(await ids('search=%25')).toEqual([])
    const page = (await get(`/loan?company=${company.id}&page_size=2`)).json()
    expect(page).toMatchObject({ count: 3, previous: null })
    expect(page.next).toContain('page=2')
    expect((await get('/loan?page_size=100000')).statusCode).toBe(422)
    expect((await get('/loan?ordering=password')).statusCode).toBe(422)
    expect((await get('/loan?company=1e0')).json().errors).toEqual({ company: ['Identificador inválido'] })
  })

  test('a worker sees only their own loans: 404 and an empty list for those of others [E6.2]', async () => {
    const mine = await makeOffer(ctx)
    const other = await makeOffer(ctx)
    expect((await get(`/loan/${mine.loan.id}`, mine.headers)).statusCode).toBe(200)
    for (const path of [
      `/loan/${other.loan.id}`,
      '/loan/abc',
      `/loan/${mine.loan.id}e0`,
      `/loan/0x${mine.loan.id.toString(16)}`,
      '/loan/999999',
      `/loan/account/${other.worker.id}`,
    ]) {
      expect((await get(path, mine.headers)).statusCode).toBe(404)
    }
    expect((await get(`/loan?user__id=${other.worker.id}`, mine.headers)).json()).toMatchObject({
      count: 0,
      results: [],
    })
    expect((await get('/loan', mine.headers)).json().count).toBe(1)
    expect((await get('/loan', {})).statusCode).toBe(401)
  })

  test('an offered advance counts its days and pay date from today', async () => {
    const { loan } = await makeLoan(ctx, { type: 'advance', state: 'approved', amount_cents: 200_000 })
    await ctx.deps.db
      .updateTable('loan')
      .set({ term: 3, next_payment_date: '2026-11-15', payment_deadline: '2026-11-15' })
      .where('id', '=', loan.id)
      .execute()
    expect((await get(`/loan/${loan.id}`)).json()).toMatchObject({
      period: '10 días',
      next_payment_date: '2026-11-30',
    })
  })
})
