import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import {
  findLoan,
  makeActiveLoan,
  makeLoan,
  makeOffer,
  makeWorker,
  signIn,
  staffHeaders,
} from '../../../test/loans.ts'
import { verifyLedger } from '../ledger/queries.ts'
import { closeBusinessDay } from '../loans/commands/close-day.ts'

let ctx: TestContext
let manager: Record<string, string>
let admin: Record<string, string>
const start = '2026-11-20T16:00:00Z'

beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})

beforeEach(() => ctx.setNow(start))

interface Paying {
  key?: string
  headers?: Record<string, string>
  more?: object
}

function pay(
  loan_id: number,
  [amount_paid, previous_amount_due]: [number, number],
  { key, headers = manager, more }: Paying = {},
) {
  return ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/payment`,
    headers: { ...headers, 'idempotency-key': key ?? randomUUID() },
    payload: { loan_request: loan_id, amount_paid, previous_amount_due, new_amount_due: 0, ...more },
  })
}

function reverse(payment_id: number, headers = admin) {
  const url = `${ctx.api}/loan/payment/${payment_id}/reverse`
  return ctx.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload: { reason: 'Se registró dos veces' },
  })
}

const detail = async (id: number) =>
  (await ctx.app.inject({ url: `${ctx.api}/loan/${id}`, headers: manager })).json()

async function balances(loan_id: number) {
  const rows = await ctx.deps.db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .execute()
  const totals: Record<string, number> = {}
  for (const { debit_account, credit_account, amount_cents } of rows) {
    totals[debit_account] = (totals[debit_account] ?? 0) + amount_cents
    totals[credit_account] = (totals[credit_account] ?? 0) - amount_cents
  }
  return totals
}

describe('full repayment of a credit', () => {
  test('the suggested payments complete the loan to the centavo and earn the whole charge [B3.5 B4.9 B4.10]', async () => {
    const { loan, worker } = await makeActiveLoan(ctx)
    const loansOfUser = async () =>
      (await ctx.app.inject({ url: `${ctx.api}/auth/user/${worker.id}`, headers: manager })).json().loans
    expect(await loansOfUser()).toEqual([loan.id])
    const paid: number[] = []
    for (;;) {
      const { to_pay, completed } = await detail(loan.id)
      if (completed) break
      ctx.setNow(`${to_pay.by}T16:00:00Z`)
      manager = await staffHeaders(ctx)
      const { amount_due, suggested_payment } = await detail(loan.id)
      const answer = await pay(loan.id, [suggested_payment, amount_due])
      expect(answer.statusCode).toBe(201)
      expect(answer.json()).toMatchObject({
        amount_paid: suggested_payment,
        previous_amount_due: amount_due,
        user: worker.id,
        loan_request: loan.id,
      })
      paid.push(suggested_payment)
    }
    expect(paid).toHaveLength(12)
    expect(paid[0]).toBe(916.8)
    expect(paid.reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(1_100_161)
    expect(await detail(loan.id)).toMatchObject({
      status: 'APP',
      active_status: 'FIN',
      completed: true,
      amount_due: 0,
      next_payment_date: null,
      payments_count: 12,
    })
    expect(await loansOfUser()).toEqual([])
    expect(await balances(loan.id)).toMatchObject({
      loan_receivable: 0,
      unearned_finance_charge: 0,
      finance_income: -100_161,
      bank_cash: 1_100_161,
    })

    const again = await pay(loan.id, [1, 0])
    expect([again.statusCode, again.json().code]).toEqual([409, 'payment.settled'])
    ctx.setNow(start)
    manager = await staffHeaders(ctx)
    const titles = await ctx.deps.db
      .selectFrom('notification')
      .select('title')
      .where('recipient_id', '=', worker.id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(titles).toEqual([{ title: 'La deuda ha sido saldada' }])
  })

  test('books the tax included in the charge to its own account', async () => {
    const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
    ctx.setNow('2026-12-20T16:00:00Z')
    manager = await staffHeaders(ctx)
    const { discount } = (await pay(loan.id, [916.8, 11_001.61])).json()
    expect(discount).toBe(0)
    // One month's interest of 150.00 contains 150 × 0.16 / 1.16 = 20.69 of VAT, and all of it is collected.
    expect(await balances(loan.id)).toMatchObject({
      ...{ finance_income: -12_931, tax_payable: -2069, unearned_finance_charge: -85_161 },
    })
    ctx.setNow(start)
    manager = await staffHeaders(ctx)
  })
})

describe('payment of an advance', () => {
  test('takes parts of any size; its commission is earned with the payout and comes first [B4.9]', async () => {
    const { loan } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000, tax_rate: 0.16 })
    expect(await balances(loan.id)).toMatchObject({ finance_income: -12_931, tax_pending: -2069 })
    const part = await pay(loan.id, [1000, 2150])
    expect(part.json()).toMatchObject({
      ...{ new_amount_due: 1150, discount: 0 },
      applied: { settles: false, interest: 129.31, tax: 20.69, principal: 850 },
    })
    expect(await detail(loan.id)).toMatchObject({
      ...{ amount_due: 1150, suggested_payment: 1150, payoff: 1150 },
      to_pay: { by: '2026-11-30', amount: 1150 },
    })
    expect((await pay(loan.id, [1150, 1150])).statusCode).toBe(201)
    expect((await findLoan(ctx, loan.id)).state).toBe('completed')
    expect(await balances(loan.id)).toMatchObject({ tax_pending: 0, tax_payable: -2069 })
  })
})

describe('refused payments', () => {
  test('refuses another debt with 409 and a wrong amount with 422, and changes nothing [B7.15]', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const stale = await pay(loan.id, [916.8, 11_000])
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'debt_changed'])
    const much = await pay(loan.id, [10_000.01, 11_001.61])
    expect([much.statusCode, much.json().code, much.json().errors.amount_paid]).toEqual([
      422,
      'payment.exceeds_payoff',
      ['Hoy se liquida con $10,000.00.'],
    ])
    const none = await pay(loan.id, [0, 11_001.61])
    expect([none.statusCode, none.json().errors.amount_paid]).toEqual([
      422,
      ['La cantidad pagada debe ser mayor a cero.'],
    ])
    const fraction = await pay(loan.id, [916.805, 11_001.61])
    expect(fraction.statusCode).toBe(422)
    const other = await pay(loan.id, [916.8, 11_001.61], { more: { user: (await makeWorker(ctx)).id } })
    expect(other.statusCode).toBe(422)
    expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(1_100_161)
  })

  test('409 for a loan not in force, 404 for an unknown one, 400 without a key, 403 for its worker', async () => {
    const { loan } = await makeLoan(ctx)
    const waiting = await pay(loan.id, [100, 0])
    expect([waiting.statusCode, waiting.json().code]).toEqual([409, 'loan.not_active'])
    expect((await pay(999_999, [100, 100])).statusCode).toBe(404)
    const keyless = await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/loan/payment`,
      headers: manager,
      payload: {},
    })
    expect([keyless.statusCode, keyless.json().code]).toEqual([400, 'idempotency_key_required'])
    const offer = await makeOffer(ctx)
    expect((await pay(offer.loan.id, [1, 1], { headers: offer.headers })).statusCode).toBe(403)
  })
})

describe('concurrent payments', () => {
  test('of eight concurrent payments one is registered and seven get 409, in 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { loan } = await makeActiveLoan(ctx)
      const answers = await Promise.all(Array.from({ length: 8 }, () => pay(loan.id, [916.8, 11_001.61])))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
        201, 409, 409, 409, 409, 409, 409, 409,
      ])
      expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(1_008_481)
    }
  })

  test('replays the answer for the same key, and refuses the key with another body with 422', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const key = randomUUID()
    const first = await pay(loan.id, [916.8, 11_001.61], { key })
    const second = await pay(loan.id, [916.8, 11_001.61], { key })
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotent-replay']).toBe('true')
    const other = await pay(loan.id, [100, 11_001.61], { key })
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused'])
    expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(1_008_481)
  })
})

describe('overdue loans', () => {
  test('a loan is overdue after its due date’s bank day and up to date once payments cover it', async () => {
    const { loan } = await makeActiveLoan(ctx)
    // 20 December 2026 is a Sunday: Monday is still in time.
    ctx.setNow('2026-12-22T16:00:00Z')
    await closeBusinessDay(ctx.deps)
    manager = await staffHeaders(ctx)
    expect(await detail(loan.id)).toMatchObject({ active_status: 'DEL', next_payment_date: '2026-12-20' })
    await pay(loan.id, [500, 11_001.61])
    expect(await detail(loan.id)).toMatchObject({ active_status: 'DEL', next_payment_date: '2026-12-20' })
    await pay(loan.id, [416.8, 10_501.61])
    const caughtUp = await detail(loan.id)
    expect(caughtUp).toMatchObject({ active_status: 'ALR', next_payment_date: '2027-01-20' })
    expect(caughtUp.schedule.map(({ paid }: { paid: boolean }) => paid).slice(0, 3)).toEqual([
      true,
      false,
      false,
    ])
    ctx.setNow(start)
    manager = await staffHeaders(ctx)
  })
})

describe('reversals', () => {
  test('an admin reverses any payment, and the others are applied again without it', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const first = (await pay(loan.id, [916.8, 11_001.61])).json()
    const second = (await pay(loan.id, [5000, 10_084.81])).json()
    expect(second.applied).toMatchObject({ due: 0, on_account: 0, prepaid: 5000 })
    expect((await reverse(first.id, manager)).statusCode).toBe(403)
    expect((await reverse(first.id)).json()).toMatchObject({
      id: first.id,
      reversal_reason: 'Se registró dos veces',
    })
    const after = await detail(loan.id)
    expect(after.payments[0]).toMatchObject({
      id: second.id,
      previous_amount_due: 11_001.61,
      applied: { due: 0, on_account: 916.8, prepaid: 4083.2 },
    })
    expect(after.payments[0].division_changed_at).not.toBeNull()
    expect(after).toMatchObject({ payments_count: 1, next_payment_date: '2027-01-20' })
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
    const again = await reverse(first.id)
    expect([again.statusCode, again.json().code]).toEqual([409, 'payment.already_reversed'])
    expect((await reverse(999_999)).statusCode).toBe(404)
  })

  test('reopens a completed loan', async () => {
    const { loan } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000 })
    const { id } = (await pay(loan.id, [2150, 2150])).json()
    expect((await reverse(id)).statusCode).toBe(200)
    expect(await detail(loan.id)).toMatchObject({ active_status: 'ALR', completed: false, amount_due: 2150 })
    expect((await pay(loan.id, [2150, 2150])).statusCode).toBe(201)
    expect(await balances(loan.id)).toMatchObject({ finance_income: -15_000, unearned_finance_charge: 0 })
  })

  test('leaves a loan completed whose worker has a newer one: the worker owes the amount', async () => {
    const { loan, worker } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000 })
    const { id } = (await pay(loan.id, [2150, 2150])).json()
    await makeLoan(ctx, { worker, type: 'advance', state: 'approved' })
    expect((await reverse(id)).statusCode).toBe(200)
    expect(await detail(loan.id)).toMatchObject({ completed: true, amount_due: 0 })
    expect(await balances(loan.id)).toMatchObject({
      ...{ worker_receivable: 215_000, loan_receivable: 0, bank_cash: 0, finance_income: -15_000 },
    })
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })

  test('of eight concurrent reversals one succeeds and seven get 409', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = (await pay(loan.id, [916.8, 11_001.61])).json()
    const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(id)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ])
  })
})

describe('payment list', () => {
  test('is newest first, and a worker sees only their own payments [B7.14]', async () => {
    const mine = await makeActiveLoan(ctx)
    const other = await makeActiveLoan(ctx)
    await pay(mine.loan.id, [916.8, 11_001.61])
    await pay(mine.loan.id, [916.8, 10_084.81])
    await pay(other.loan.id, [916.8, 11_001.61])
    const list = async (query: string, headers: Record<string, string>) =>
      (await ctx.app.inject({ url: `${ctx.api}/loan/payment?${query}`, headers })).json()
    const all = await list(`loan_request__id=${mine.loan.id}&ordering=-created_at&page_size=5`, manager)
    expect(all).toMatchObject({
      count: 2,
      results: [{ previous_amount_due: 10_084.81 }, { previous_amount_due: 11_001.61 }],
    })
    const headers = await signIn(ctx, mine.worker)
    expect(await list('', headers)).toMatchObject({ count: 2 })
    expect(await list(`user__id=${other.worker.id}`, headers)).toMatchObject({ count: 0, results: [] })
    expect(await list(`loan_request__id=${other.loan.id}`, headers)).toMatchObject({ count: 0 })
  })

  test('finds payments by folio and borrower’s name and filters by the loan’s status', async () => {
    const { loan, worker } = await makeActiveLoan(ctx)
    await pay(loan.id, [916.8, 11_001.61])
    const count = async (query: string, headers = manager) =>
      (await ctx.app.inject({ url: `${ctx.api}/loan/payment?${query}`, headers })).json().count
    expect(await count(`search=${loan.folio}`)).toBe(1)
    expect(await count(`search=${worker.first_name}&user__id=${worker.id}`)).toBe(1)
    expect(await count(`search=nadie&user__id=${worker.id}`)).toBe(0)
    expect(await count(`status=APP&user__id=${worker.id}`)).toBe(1)
    expect(await count(`status=REJ&user__id=${worker.id}`)).toBe(0)
    expect(await count(`search=${loan.folio}`, await signIn(ctx, await makeWorker(ctx)))).toBe(0)
    const wrong = await ctx.app.inject({ url: `${ctx.api}/loan/payment?status=X`, headers: manager })
    expect(wrong.statusCode).toBe(422)
  })
})
