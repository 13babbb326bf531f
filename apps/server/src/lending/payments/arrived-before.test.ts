import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { receiveAbono } from '../../../test/incoming.ts'
import { makeActiveLoan, staffHeaders } from '../../../test/loans.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

test('money that arrived before a prepayment has a quote that can be registered', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const { id } = await receiveAbono(ctx, { conceptoPago: loan.folio })
  ctx.setNow('2026-12-18T16:00:00Z')
  const headers = await staffHeaders(ctx)
  const read = async (path: string) => (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()
  const post = (path: string, payload: object) =>
    ctx.app.inject({
      ...{ method: 'POST', url: `${ctx.api}${path}`, payload },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    })

  const { amount, amount_due } = await read(`/loan/${loan.id}/payoff`)
  const prepaid = { amount_paid: amount - 50, previous_amount_due: amount_due }
  await post('/loan/payment', { loan_request: loan.id, ...prepaid })
  const quote = await read(`/stp/incoming-payments/${id}/payoff?loan_request=${loan.id}`)
  expect(quote.amount).toBe(50)
  expect(quote.discount).toBeGreaterThanOrEqual(0)
  const figures = { amount_paid: quote.amount, previous_amount_due: quote.amount_due }
  const body = { loan_request: loan.id, early_settlement: true, ...figures }
  const answer = await post(`/stp/incoming-payments/${id}/confirm`, body)
  expect(answer.statusCode, answer.body).toBe(201)
})
