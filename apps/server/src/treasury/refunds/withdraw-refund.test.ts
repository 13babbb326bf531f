import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { accountOf, makeCreditor } from '../../../test/creditor.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import { staffHeaders } from '../../../test/loans.ts'

type Headers = Record<string, string>
let ctx: TestContext
let manager: Headers
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const post = (url: string, headers: Headers, payload: object = {}) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${url}`, payload },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })
const withdraw = (id: number, headers: Headers) => post(`/approvals/${id}/withdraw`, headers)
const approve = (id: number) => post(`/approvals/${id}/approve`, manager)

/** A worker with a balance of 500 pesos who asked for all of it. */
async function makeRequest() {
  const worker = await makeCreditor(ctx, 50_000)
  const headers = await signIn(ctx, worker)
  const request = async (amount = 500) =>
    (await post(`/treasury/balances/${worker.id}/refund`, headers, { amount })).json()
  const id: number = (await request()).approval.id
  const seen = async () =>
    (await ctx.app.inject({ url: `${ctx.api}/treasury/balances/${worker.id}`, headers })).json()
  return { worker, headers, request, id, seen }
}

const refundOrders = (user_id: number) =>
  ctx.deps.db
    .selectFrom('transfer')
    .select('amount_cents')
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'refund')
    .execute()

test('a worker withdraws their request with an audit row, and can use the whole balance at once', async () => {
  const { worker, headers, request, id, seen } = await makeRequest()
  expect((await withdraw(id, headers)).json()).toMatchObject({ id, state: 'withdrawn' })
  expect(await seen()).toMatchObject({
    ...{ balance: 500, refund_problem: null, refund: { id, state: 'withdrawn' } },
  })
  const audited = await ctx.deps.db
    .selectFrom('audit')
    .select(['actor_id', 'after'])
    .where('action', '=', 'approval.withdrawn')
    .where('subject_id', '=', id)
    .execute()
  expect(audited).toEqual([
    { actor_id: worker.id, after: { action: 'refund.release', subject: 'user', subject_id: worker.id } },
  ])
  expect((await request()).approval).toMatchObject({ state: 'open', amount: 500 })
})

test('another worker does not find the request, and staff cannot withdraw it for the worker', async () => {
  const { id, headers } = await makeRequest()
  const stranger = await signIn(ctx, await makeWorker(ctx))
  expect((await withdraw(id, stranger)).statusCode).toBe(404)
  const byStaff = await withdraw(id, manager)
  expect([byStaff.statusCode, byStaff.json().code]).toEqual([403, 'approval.not_own'])
  expect((await withdraw(id, headers)).statusCode).toBe(200)
})

test('a released refund cannot be withdrawn, and a withdrawn one cannot be released: 409', async () => {
  const released = await makeRequest()
  await approve(released.id)
  const late = await withdraw(released.id, released.headers)
  expect([late.statusCode, late.json().code]).toEqual([409, 'approval.not_open'])
  expect(await accountOf(ctx, released.worker.id)).toMatchObject({ balance_cents: 0 })

  const withdrawn = await makeRequest()
  await withdraw(withdrawn.id, withdrawn.headers)
  const refused = await approve(withdrawn.id)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval.not_open'])
  expect(await refundOrders(withdrawn.worker.id)).toEqual([])
})

test('the same withdrawal again with its key gets the first answer', async () => {
  const { id, headers } = await makeRequest()
  const key = { ...headers, 'idempotency-key': randomUUID() }
  const [first, second] = [await withdraw(id, key), await withdraw(id, key)]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
})

test('a withdrawal and a release at once: one wins, and the money is in one place', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { worker, id, headers } = await makeRequest()
    const [taken, sent] = await Promise.all([withdraw(id, headers), approve(id)])
    expect([taken.statusCode, sent.statusCode].toSorted()).toEqual([200, 409])
    const isSent = sent.statusCode === 200
    expect(await refundOrders(worker.id)).toEqual(isSent ? [{ amount_cents: 50_000 }] : [])
    expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: isSent ? 0 : 50_000 })
  }
})
