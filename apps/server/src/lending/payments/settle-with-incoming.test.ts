import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { receiveAbono } from '../../../test/incoming.ts'
import { findLoan, makeActiveLoan, staffHeaders } from '../../../test/loans.ts'
import { verifyLedger } from '../ledger/queries.ts'

let ctx: TestContext
let headers: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
})

const settledAt = '2026-11-30T16:00:00Z'
const confirmedAt = '2026-12-04T16:00:00Z'
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const fetchPayoff = (id: number, loan: number) =>
  ctx.app.inject({ url: `${ctx.api}/stp/incoming-payments/${id}/payoff?loan_request=${loan}`, headers })

const post = (url: string, payload: object, key: string = randomUUID()) =>
  ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}${url}`,
    headers: { ...headers, 'idempotency-key': key },
    payload,
  })

const confirm = (id: number, payload: object, key?: string) =>
  post(`/stp/incoming-payments/${id}/confirm`, payload, key)

/**
 * A credit of 10,000 pesos sent on 20 November; `monto` pesos settle at STP on the 30th; staff work four days later.
 */
async function arrive(monto: number) {
  ctx.setNow('2026-11-20T16:00:00Z')
  const { loan, worker } = await makeActiveLoan(ctx)
  ctx.setNow(settledAt)
  const tsLiquidacion = String(Date.parse(settledAt))
  const incoming = await receiveAbono(ctx, { conceptoPago: loan.folio, monto, tsLiquidacion })
  ctx.setNow(confirmedAt)
  headers = await staffHeaders(ctx, 'U0')
  return { loan, worker, id: incoming.id }
}

const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

test('computes the payoff for the day the money arrived, not for today', async () => {
  const { loan, id } = await arrive(10_100)
  expect((await fetchPayoff(id, loan.id)).json()).toEqual({
    ...{ loan_request: loan.id, day: '2026-11-30', amount_due: 11_001.61 },
    ...{ amount: 10_050, principal: 10_000, charge: 50, discount: 951.61 },
  })
  expect(codeOf(await fetchPayoff(999_999, loan.id))).toEqual([404, 'incoming_payment.not_found'])
  expect(codeOf(await fetchPayoff(id, 999_999))).toEqual([404, 'loan.not_found'])
})

describe('confirmation as an early settlement', () => {
  test('settles at that payoff with discount and leaves the rest open; the same key again replays the answer [B4.11]', async () => {
    const { loan, worker, id } = await arrive(10_100)
    const body = {
      ...{ loan_request: loan.id, amount_paid: 10_050, previous_amount_due: 11_001.61 },
      early_settlement: true,
    }
    const key = randomUUID()
    const answer = await confirm(id, body, key)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      ...{ status: 'open', unapplied: 50 },
      payments: [{ amount_paid: 10_050, discount: 951.61, loan: { state: 'completed', amount_due: 0 } }],
    })
    const again = await confirm(id, body, key)
    expect([again.statusCode, again.headers['idempotent-replay']]).toEqual([201, 'true'])
    expect(codeOf(await confirm(id, body))).toEqual([422, 'incoming_payment.exceeds_arrived'])
    const moves = await ctx.deps.db
      .selectFrom('ledger_entry')
      .select(['kind', 'amount_cents'])
      .where('loan_id', '=', loan.id)
      .where('payment_id', 'is not', null)
      .orderBy('id')
      .execute()
    expect(moves.slice(0, 2)).toEqual([
      { kind: 'payment', amount_cents: 1_005_000 },
      { kind: 'discount', amount_cents: 95_161 },
    ])
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
    const notice = await ctx.deps.db
      .selectFrom('notification')
      .select('message')
      .where('recipient_id', '=', worker.id)
      .where('title', '=', 'La deuda ha sido saldada')
      .executeTakeFirstOrThrow()
    expect(notice.message).toContain('Te ahorraste $951.61')
  })

  test('refuses a wrong payoff, debt or amount above what arrived, and changes nothing', async () => {
    const { loan, id } = await arrive(10_049)
    const settle = (paid: number, due = 11_001.61) =>
      confirm(id, {
        ...{ loan_request: loan.id, amount_paid: paid, previous_amount_due: due },
        early_settlement: true,
      })
    expect(codeOf(await settle(10_050))).toEqual([422, 'incoming_payment.exceeds_arrived'])
    expect(codeOf(await settle(10_049))).toEqual([409, 'payoff_changed'])
    expect(codeOf(await settle(10_049, 11_000))).toEqual([409, 'debt_changed'])
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
  })

  test('registers one of four concurrent settlements and plain payments, in 5 rounds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { loan, id } = await arrive(10_100)
      const plain = { loan_request: loan.id, amount_paid: 10_050, previous_amount_due: 11_001.61 }
      const settling = { ...plain, early_settlement: true }
      const answers = await Promise.all([settling, plain, settling, plain].map((body) => confirm(id, body)))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422, 422])
    }
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })

  test('opens again after a reversal, at the payoff of its own day', async () => {
    const { loan, id } = await arrive(10_050)
    const body = {
      ...{ loan_request: loan.id, amount_paid: 10_050, previous_amount_due: 11_001.61 },
      early_settlement: true,
    }
    const { payments } = (await confirm(id, body)).json()
    const reversed = await post(`/loan/payment/${payments[0].id}/reverse`, { reason: 'Era de otro crédito' })
    expect(reversed.statusCode).toBe(200)
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
    expect((await fetchPayoff(id, loan.id)).json().amount).toBe(10_050)
    expect((await confirm(id, body)).statusCode).toBe(201)
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })
})
