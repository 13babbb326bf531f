import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { accountOf, giveBalance, makeCreditor } from '../../../test/creditor.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { acceptCall, makeOffer, sendState, staffHeaders, whileSending } from '../../../test/loans.ts'

type Headers = Record<string, string>
let ctx: TestContext
let manager: Headers
let other: Headers
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  other = await staffHeaders(ctx)
})
beforeEach(() => {
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  ctx.setNow('2026-11-20T16:00:00Z')
})

const post = (url: string, headers: Headers, payload: object = {}) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${url}`, payload },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })
const get = async (url: string, headers: Headers) =>
  (await ctx.app.inject({ url: `${ctx.api}${url}`, headers })).json()

const request = (user: { id: number }, amount: number, headers = manager) =>
  post(`/treasury/balances/${user.id}/refund`, headers, { amount })

/** Requests a refund in pesos; returns the id of its approval. */
async function requestId(user: { id: number }, amount: number, headers = manager): Promise<number> {
  const answer = await request(user, amount, headers)
  expect([answer.statusCode, answer.json().approval?.state]).toEqual([202, 'open'])
  return answer.json().approval.id
}

const approve = (id: number, headers = other) => post(`/approvals/${id}/approve`, headers)
const balanceSeen = (user: { id: number }, headers: Headers) => get(`/treasury/balances/${user.id}`, headers)

async function orderOf({ id }: { id: number }) {
  const orders = ctx.deps.db.selectFrom('transfer').selectAll().where('user_id', '=', id)
  return orders.orderBy('id', 'desc').executeTakeFirstOrThrow()
}

test('leaves the balance until another staff member releases the refund, then sends it', async () => {
  const worker = await makeCreditor(ctx, 136_855)
  const id = await requestId(worker, 1_368.55)
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 136_855 })
  expect(await get(`/approvals/${id}`, manager)).toMatchObject({
    ...{ title: 'Devolver saldo a favor', amount: 1_368.55, action: 'refund.release' },
    lines: [
      { label: 'Saldo a favor al pedirla', value: '$1,368.55' },
      { label: 'Saldo que le queda', value: '$0.00' },
      { label: 'Se deposita en', value: expect.stringMatching(/, cuenta terminada en \d{4}$/) },
    ],
  })
  expect((await approve(id, manager)).json().code).toBe('approval.own')
  expect((await approve(id)).statusCode).toBe(200)
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 0 })
  expect(await orderOf(worker)).toMatchObject({ purpose: 'refund', amount_cents: 136_855 })
})

test('shows the worker each state of the refund, from the request to the deposit', async () => {
  const worker = await makeCreditor(ctx, 50_000)
  const headers = await signIn(ctx, worker)
  const id = await requestId(worker, 200, headers)
  const last4 = worker.debit_card_number?.slice(-4)
  expect(await balanceSeen(worker, headers)).toMatchObject({
    ...{ balance: 500, receivable: 0, account: { last4 }, refund_problem: null },
    refund: { id, state: 'requested', amount: 200, by_worker: true, account_last4: last4, requester: null },
  })
  await approve(id)
  expect(await balanceSeen(worker, headers)).toMatchObject({
    ...{ balance: 300, refund: { state: 'sending', decider: null } },
    refund_problem: 'Ya hay una devolución de saldo en camino. Espera a que termine.',
  })
  const order = await orderOf(worker)
  await ctx.drain(['send-transfer'])
  ctx.simulator.act(order.tracking_key, 'settle')
  await sendState(ctx, order, { estado: 'LQ' })
  expect(await balanceSeen(worker, headers)).toMatchObject({
    ...{ balance: 300, refund_problem: null },
    refund: { state: 'paid', transfer: order.id, settled_at: expect.any(String) },
  })
})

test('shows a refund that came back as money that is in the balance again', async () => {
  const worker = await makeCreditor(ctx, 5_000)
  const id = await requestId(worker, 50)
  await approve(id)
  const order = await orderOf(worker)
  await ctx.drain(['send-transfer'])
  ctx.simulator.act(order.tracking_key, 'cancel')
  await sendState(ctx, order, { estado: 'CN' })
  await ctx.drain(['ask-transfer'])
  expect(await balanceSeen(worker, manager)).toMatchObject({ balance: 50, refund: { state: 'back' } })
  expect((await get(`/treasury/balances/${worker.id}/movements`, manager)).results).toMatchObject([
    { kind: 'refund', is_reversal: true, amount: 50, left: 50 },
    { kind: 'refund', is_reversal: false, amount: -50, left: 0, transfer: order.id },
    { kind: 'receipt_to_worker', amount: 50, left: 50 },
  ])
})

test('shows the worker why staff refused the refund, and allows another request', async () => {
  const worker = await makeCreditor(ctx, 5_000)
  const headers = await signIn(ctx, worker)
  const id = await requestId(worker, 50, headers)
  await post(`/approvals/${id}/refuse`, manager, { reason: 'Confirma tu cuenta' })
  expect(await balanceSeen(worker, headers)).toMatchObject({
    ...{ balance: 50, refund: { state: 'refused', reason: 'Confirma tu cuenta' } },
  })
  await requestId(worker, 50, headers)
})

test('rejects an amount above the balance with 409 and the figure, and an amount of zero', async () => {
  const worker = await makeCreditor(ctx, 1_000)
  const detail = 'El saldo a favor es de $10.00.'
  expect((await request(worker, 10.01)).json()).toMatchObject({
    ...{ status: 409, code: 'refund.above_balance', detail, errors: { amount: [detail] } },
  })
  expect((await request(worker, 0)).statusCode).toBe(422)
})

test('rejects a refund to a worker without an account, and one while a payout is on its way, with 409', async () => {
  const worker = await makeCreditor(ctx, 1_000)
  const noAccount = { bank: null, debit_card_number: null }
  await ctx.deps.db.updateTable('app_user').set(noAccount).where('id', '=', worker.id).execute()
  expect((await request(worker, 1)).json()).toMatchObject({ status: 409, code: 'refund.account_missing' })
  const offer = await makeOffer(ctx)
  await giveBalance(ctx, offer.worker, 1_000)
  await whileSending(ctx, async () => acceptCall(ctx, offer))
  expect((await request(offer.worker, 1)).json()).toMatchObject({
    ...{ status: 409, code: 'refund.payout_in_progress' },
  })
})

test('rejects a second request while one is open or on its way', async () => {
  const worker = await makeCreditor(ctx, 1_000)
  const id = await requestId(worker, 5)
  expect((await request(worker, 5)).json().code).toBe('approval.already_open')
  await approve(id)
  expect((await request(worker, 5)).json().code).toBe('refund.in_progress')
})

test('ten requests at once leave one', async () => {
  const worker = await makeCreditor(ctx, 1_000)
  const answers = await Promise.all(Array.from({ length: 10 }, () => request(worker, 10)))
  expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1)
})

test('a repeated request with the same key answers with the same approval', async () => {
  const worker = await makeCreditor(ctx, 1_000)
  const headers = { ...manager, 'idempotency-key': randomUUID() }
  const [first, second] = [await request(worker, 10, headers), await request(worker, 10, headers)]
  expect(second.json()).toEqual(first.json())
  expect(second.headers['idempotent-replay']).toBe('true')
})

test('releases a refund of a balance that grew after the request', async () => {
  const worker = await makeCreditor(ctx, 1_000)
  const id = await requestId(worker, 6)
  await giveBalance(ctx, worker, 500)
  expect((await approve(id)).statusCode).toBe(200)
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 900 })
})

test('makes a request stale when the account changed, and orders nothing', async () => {
  const worker = await makeCreditor(ctx, 1_000)
  const id = await requestId(worker, 10)
  const { debit_card_number } = await makeWorker(ctx)
  const changed = { debit_card_number: debit_card_number?.replace(/^./, '9') ?? null }
  await ctx.deps.db.updateTable('app_user').set(changed).where('id', '=', worker.id).execute()
  expect((await approve(id)).json().code).toBe('approval.subject_changed')
  expect(await balanceSeen(worker, manager)).toMatchObject({ balance: 10, refund: { state: 'stale' } })
})

test('two approvals at once release one refund', async () => {
  const worker = await makeCreditor(ctx, 1_000)
  const id = await requestId(worker, 10)
  const admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const answers = await Promise.all([other, admin, other, admin].map((headers) => approve(id, headers)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
  const orders = ctx.deps.db.selectFrom('transfer').select('id').where('user_id', '=', worker.id)
  expect(await orders.execute()).toHaveLength(1)
})

test('lists the refunds without an outcome and those that have one', async () => {
  const [first, second] = [await makeCreditor(ctx, 1_000), await makeCreditor(ctx, 2_000)]
  const refused = await requestId(first, 10)
  await post(`/approvals/${refused}/refuse`, other, { reason: 'No procede' })
  const sent = await requestId(second, 20)
  await approve(sent)
  const idsOf = async (query: string) =>
    (await get(`/treasury/refunds?page_size=100&${query}`, manager)).results.map(
      ({ id }: { id: number }) => id,
    )
  const [open, done] = [await idsOf('state=open'), await idsOf('state=done')]
  expect([open.includes(sent), open.includes(refused)]).toEqual([true, false])
  expect([done.includes(sent), done.includes(refused)]).toEqual([false, true])
  expect(await idsOf(`user__id=${first.id}`)).toEqual([refused])
  expect(await idsOf(`search=${encodeURIComponent(first.email)}`)).toEqual([refused])
})
