import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { receiveAbono } from '../../../test/incoming.ts'
import { makeActiveLoan, staffHeaders } from '../../../test/loans.ts'

let ctx: TestContext
let manager: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow('2026-11-20T16:00:00Z')
  manager = await staffHeaders(ctx)
})

const confirm = (id: number, loan_request: number, [amount_paid, previous_amount_due]: [number, number]) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/stp/incoming-payments/${id}/confirm` },
    headers: { ...manager, 'idempotency-key': randomUUID() },
    payload: { loan_request, amount_paid, previous_amount_due },
  })

test('the rest of received money pays the loan that a part of it paid, without the reference again', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const { id, tracking_key } = await receiveAbono(ctx)
  expect((await confirm(id, loan.id, [500, 11_001.61])).statusCode).toBe(201)
  const rest = await confirm(id, loan.id, [416.8, 10_501.61])
  expect([rest.statusCode, rest.json()]).toMatchObject([201, { status: 'confirmed', unapplied: 0 }])
  const payments = await ctx.deps.db
    .selectFrom('payment')
    .select(['amount_paid_cents', 'reference'])
    .where('incoming_payment_id', '=', id)
    .orderBy('id')
    .execute()
  expect(payments).toEqual([
    { amount_paid_cents: 50_000, reference: tracking_key },
    { amount_paid_cents: 41_680, reference: null },
  ])
})

test('money of another day with the same tracking key pays the loan too', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const claveRastreo = `NOMINA${randomUUID().slice(0, 8)}`
  const first = await receiveAbono(ctx, { claveRastreo })
  expect((await confirm(first.id, loan.id, [916.8, 11_001.61])).statusCode).toBe(201)
  const second = await receiveAbono(ctx, { claveRastreo, fechaOperacion: 20_261_119 })
  expect((await confirm(second.id, loan.id, [916.8, 10_084.81])).statusCode).toBe(201)
})

test('money that staff registered by hand under its tracking key is refused with 409', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const { id, tracking_key: reference } = await receiveAbono(ctx)
  const byHand = { amount_paid: 916.8, previous_amount_due: 11_001.61, channel: 'transfer', reference }
  const registered = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment`, payload: { loan_request: loan.id, ...byHand } },
    headers: { ...manager, 'idempotency-key': randomUUID() },
  })
  expect(registered.statusCode).toBe(201)
  const again = await confirm(id, loan.id, [916.8, 10_084.81])
  expect([again.statusCode, again.json().code]).toEqual([409, 'payment.reference_used'])
})
