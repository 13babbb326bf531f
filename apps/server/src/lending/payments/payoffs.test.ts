import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import { findLoan, makeActiveLoan, makeOffer, staffHeaders } from '../../../test/loans.ts'
import { verifyLedger } from '../ledger/queries.ts'

const sent = '2026-11-20T16:00:00Z'
const tenDaysLater = '2026-11-30T16:00:00Z'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow(sent))

type Headers = Record<string, string>

async function fetchPayoff(loan_id: number, headers?: Headers) {
  const url = `${ctx.api}/loan/${loan_id}/payoff`
  return ctx.app.inject({ method: 'GET', url, headers: headers ?? (await staffHeaders(ctx)) })
}

interface Settling {
  body?: object
  key?: string
  headers?: Headers
}

/** Settles at the server's current payoff; `body` replaces fields. */
async function settle(loan_id: number, { body, key, headers }: Settling = {}) {
  const quote = (await fetchPayoff(loan_id)).json()
  return ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/${loan_id}/payoff`,
    headers: { ...(headers ?? (await staffHeaders(ctx))), 'idempotency-key': key ?? randomUUID() },
    payload: { amount_paid: quote.amount, previous_amount_due: quote.amount_due, ...body },
  })
}

async function call(url: string, payload: object) {
  const headers = { ...(await staffHeaders(ctx, 'U0')), 'idempotency-key': randomUUID() }
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}${url}`, headers, payload })
}

const pay = (loan_request: number, amount_paid: number, previous_amount_due: number) =>
  call('/loan/payment', { loan_request, amount_paid, previous_amount_due })

async function movesOf(payment_id: number) {
  const rows = await ctx.deps.db
    .selectFrom('ledger_entry')
    .select(['kind', 'debit_account', 'credit_account', 'amount_cents'])
    .where('payment_id', '=', payment_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.kind} ${row.debit_account} <- ${row.credit_account} ${row.amount_cents}`)
}

describe('the payoff', () => {
  test('is the principal and 10 of 30 days of interest, for staff and for the worker', async () => {
    const { loan, worker } = await makeActiveLoan(ctx)
    ctx.setNow(tenDaysLater)
    const figure = {
      ...{ loan_request: loan.id, day: '2026-11-30', amount_due: 11_001.61 },
      ...{ amount: 10_050, principal: 10_000, charge: 50, discount: 951.61 },
    }
    expect((await fetchPayoff(loan.id)).json()).toEqual(figure)
    expect((await fetchPayoff(loan.id, await signIn(ctx, worker))).json()).toEqual(figure)
  })

  test('of an advance is the whole debt', async () => {
    const { loan } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 300_000 })
    ctx.setNow('2026-11-21T16:00:00Z')
    expect((await fetchPayoff(loan.id)).json()).toMatchObject({ amount: 3150, charge: 150, discount: 0 })
  })

  test('is 404 for another worker and 409 for a loan that is not in force', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const other = await signIn(ctx, await makeWorker(ctx))
    const refused = await fetchPayoff(loan.id, other)
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'loan.not_found'])
    const offer = await makeOffer(ctx)
    const early = await fetchPayoff(offer.loan.id)
    expect([early.statusCode, early.json().code]).toEqual([409, 'loan.not_active'])
  })
})

describe('early settlement', () => {
  test('completes the loan, gives the interest of future days back and notifies the worker [B4.11]', async () => {
    const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
    await pay(loan.id, 916.8, 11_001.61)
    ctx.setNow('2026-12-20T16:00:00Z')
    const answer = await settle(loan.id)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      ...{ amount_paid: 9233.2, discount: 851.61, previous_amount_due: 10_084.81, new_amount_due: 0 },
    })
    expect(await findLoan(ctx, loan.id)).toMatchObject({
      ...{ state: 'completed', amount_due_cents: 0, next_payment_date: null },
    })
    // Interest of 1,001.61 pesos: one month's 150.00 is earned, 20.69 of it VAT, and 851.61 are given back.
    expect(await movesOf(answer.json().id)).toEqual([
      'payment bank_cash <- loan_receivable 923320',
      'discount unearned_finance_charge <- loan_receivable 85161',
      'charge_earned unearned_finance_charge <- finance_income 12931',
      'tax_accrued unearned_finance_charge <- tax_pending 2069',
      'tax_collected tax_pending <- tax_payable 2069',
    ])
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
    const notice = await ctx.deps.db
      .selectFrom('notification')
      .select('message')
      .where('recipient_id', '=', worker.id)
      .where('title', '=', 'La deuda ha sido saldada')
      .executeTakeFirstOrThrow()
    expect(notice.message).toContain('Te ahorraste $851.61 por hacerlo antes.')
  })

  test('may be done again after an admin reverses it', async () => {
    const { loan } = await makeActiveLoan(ctx)
    ctx.setNow(tenDaysLater)
    const first = await settle(loan.id)
    const reversed = await call(`/loan/payment/${first.json().id}/reverse`, { reason: 'No llegó' })
    expect(reversed.statusCode).toBe(200)
    expect(await findLoan(ctx, loan.id)).toMatchObject({
      ...{ state: 'active', amount_due_cents: 1_100_161, next_payment_date: '2026-12-20', closed_at: null },
    })
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
    expect((await settle(loan.id)).json()).toMatchObject({ amount_paid: 10_050, discount: 951.61 })
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })

  test('refuses the payoff of another day and an outdated debt with 409', async () => {
    const { loan } = await makeActiveLoan(ctx)
    ctx.setNow(tenDaysLater)
    const stale = (await fetchPayoff(loan.id)).json()
    const body = { amount_paid: stale.amount, previous_amount_due: stale.amount_due }
    ctx.setNow('2026-12-01T16:00:00Z')
    const later = await settle(loan.id, { body })
    expect([later.statusCode, later.json().code]).toEqual([409, 'payoff_changed'])
    await pay(loan.id, 916.8, 11_001.61)
    const other = await settle(loan.id, { body })
    expect([other.statusCode, other.json().code]).toEqual([409, 'debt_changed'])
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_008_481 })
  })

  test('requires an idempotency key and replays the answer for the same key', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const keyless = await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/loan/${loan.id}/payoff`,
      headers: await staffHeaders(ctx),
      payload: {},
    })
    expect([keyless.statusCode, keyless.json().code]).toEqual([400, 'idempotency_key_required'])
    const headers = await staffHeaders(ctx)
    const call = { key: randomUUID(), headers, body: { amount_paid: 10_000, previous_amount_due: 11_001.61 } }
    const [first, again] = [await settle(loan.id, call), await settle(loan.id, call)]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.headers['idempotent-replay']).toBe('true')
    expect(again.json()).toEqual(first.json())
    const settled = await settle(loan.id, { body: call.body })
    expect([settled.statusCode, settled.json().code]).toEqual([409, 'payment.settled'])
  })

  test('registers one of two concurrent settlements and a payment, in 5 rounds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { loan } = await makeActiveLoan(ctx)
      const body = { amount_paid: 10_000, previous_amount_due: 11_001.61 }
      const answers = await Promise.all([
        settle(loan.id, { body }),
        settle(loan.id, { body }),
        pay(loan.id, 916.8, 11_001.61),
      ])
      const codes = answers.map(({ statusCode }) => statusCode).toSorted()
      expect(codes).toEqual([201, 409, 409])
    }
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })
})
