import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { lastOrder, makeWorker, ordersAtStp, sendState, signIn, staffHeaders, whileSending } from './loans.ts'
import { signatureUrl } from './png.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

interface Call {
  method?: 'GET' | 'POST' | 'PATCH'
  payload?: object
}

/** A signed-in caller; each call has a new idempotency key. */
function caller(headers: Record<string, string>) {
  return async (path: string, { method = 'GET', payload }: Call = {}) => {
    const keyed = { ...headers, 'idempotency-key': randomUUID() }
    return ctx.app.inject({
      method,
      url: `${ctx.api}${path}`,
      headers: keyed,
      ...(payload === undefined ? {} : { payload }),
    })
  }
}

async function signAndAccept(worker: ReturnType<typeof caller>, id: number) {
  const contract = await worker(`/contract/${id}`, { method: 'POST' })
  expect(contract.headers['content-type']).toBe('application/pdf')
  const contract_sha256 = String(contract.headers.etag).replaceAll('"', '')
  const payload = { signature: signatureUrl, latitude: 25.6866, longitude: -100.3161, contract_sha256 }
  return whileSending(ctx, () => worker(`/loan/${id}/accept`, { method: 'POST', payload }))
}

test('a credit goes from request to completed and has a sealed contract', async () => {
  const person = await makeWorker(ctx, { curp: 'RANA900514MNLMXN05', rfc: 'RANA900514AB1' })
  const worker = caller(await signIn(ctx, person))
  const staff = caller(await staffHeaders(ctx))

  const created = await worker('/loan/', {
    method: 'POST',
    payload: { type: 'credit', amount: 6000, period: '3 meses' },
  })
  const { id, folio } = created.json()
  expect((await staff(`/loan?status=INA&search=${folio}`)).json()).toMatchObject({
    count: 1,
    results: [{ id }],
  })
  expect((await staff(`/loan/${id}`, { method: 'PATCH', payload: { status: 'APP' } })).statusCode).toBe(200)

  const accepted = await signAndAccept(worker, id)
  expect(accepted.statusCode).toBe(200)
  expect(await ordersAtStp(ctx, id)).toHaveLength(1)
  await sendState(ctx, await lastOrder(ctx, id), { estado: 'LQ' })
  await ctx.drain()
  const files = await worker(`/documents/?loan__id=${id}`)
  expect(files.json()).toMatchObject({ count: 1, results: [{ kind: 'contract', loan: id }] })

  for (let payments = 0; payments < 3; payments += 1) {
    const loan = (await staff(`/loan/${id}`)).json()
    const { suggested_payment, payoff, amount_due: previous_amount_due } = loan
    const amount_paid = payments < 2 ? suggested_payment : payoff
    const payload = { loan_request: id, user: person.id, amount_paid, previous_amount_due }
    expect((await staff('/loan/payment', { method: 'POST', payload })).statusCode).toBe(201)
  }
  expect((await worker(`/loan/${id}`)).json()).toMatchObject({
    completed: true,
    active_status: 'FIN',
    amount_due: 0,
    payments_count: 3,
  })
  expect((await worker(`/loan/account/${person.id}`)).json()).toEqual({ id: person.id, loans: [] })
  expect(
    (await worker('/loan/', { method: 'POST', payload: { type: 'credit', amount: 1000, period: 3 } }))
      .statusCode,
  ).toBe(201)
})

test('an advance goes from offer to completed', async () => {
  const person = await makeWorker(ctx, { curp: 'RANA900514MNLMXN06', rfc: 'RANA900514AB2' })
  const worker = caller(await signIn(ctx, person))
  const staff = caller(await staffHeaders(ctx))
  const { id } = (
    await worker('/loan/', { method: 'POST', payload: { type: 'advance', amount: 1500 } })
  ).json()
  expect((await signAndAccept(worker, id)).json()).toMatchObject({
    loan: { amount_due: 1650, period: '10 días' },
    order: { order_state: 'sent' },
  })
  const payload = { loan_request: id, amount_paid: 1650, previous_amount_due: 1650 }
  expect((await staff('/loan/payment', { method: 'POST', payload })).statusCode).toBe(201)
  expect((await worker(`/loan/${id}`)).json()).toMatchObject({ completed: true })
})
