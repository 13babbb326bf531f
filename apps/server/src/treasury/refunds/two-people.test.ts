import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import { receiveAbono } from '../../../test/incoming.ts'
import { lastOrder, sendState, staffHeaders } from '../../../test/loans.ts'
import { makeSecondAccount } from '../../../test/second-account.ts'
import { registerDeposit, uploadStatement } from '../../../test/statements.ts'

type Headers = Record<string, string>
let ctx: TestContext
let giver: Headers
let other: Headers
beforeAll(async () => {
  ctx = await createTestContext()
  giver = await staffHeaders(ctx)
  other = await staffHeaders(ctx)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const post = (url: string, headers: Headers, payload: object = {}) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${url}`, payload },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })

/** The worker asks for a refund in pesos; returns the id of its approval. */
async function requestOwn(worker: { id: number }, amount: number): Promise<number> {
  const headers = await signIn(ctx, worker)
  const answer = await post(`/treasury/balances/${worker.id}/refund`, headers, { amount })
  expect([answer.statusCode, answer.json().approval?.state]).toEqual([202, 'open'])
  return answer.json().approval.id
}

/** Both decisions, by two people: the answer to the one who gave the money, and the status of the other's. */
async function decide(id: number) {
  const own = await post(`/approvals/${id}/approve`, giver)
  return [own.statusCode, own.json().code, (await post(`/approvals/${id}/approve`, other)).statusCode]
}

const refused = [403, 'refund.own_money', 200]

/** Received money of 916.80 pesos that staff give to a new worker. */
async function giveReceived(by = giver) {
  const worker = await makeWorker(ctx)
  const { id } = await receiveAbono(ctx)
  await post(`/stp/incoming-payments/${id}/credit`, by, { user: worker.id, amount: 916.8 })
  return { worker, incoming: id }
}

/** A deposit of 14,000 pesos that one person registers and another one proves; the rest is the worker's balance. */
async function giveRest(by: Headers) {
  const more = { remainder: 'balance' }
  const { loan, account, reference } = await registerDeposit(ctx, { headers: by, amount: 14_000, more })
  await sendState(ctx, await lastOrder(ctx, loan.id), { estado: 'LQ' })
  const csv = `Fecha,Concepto,Referencia,Depósitos\n20/11/2026,Depósito,${reference},14000.00`
  await uploadStatement(ctx, { account, headers: other, csv })
  return { id: loan.user_id }
}

test('who gave received money to a worker does not release the refund that the worker asked for', async () => {
  const { worker } = await giveReceived()
  expect(await decide(await requestOwn(worker, 916.8))).toEqual(refused)
})

test('who registered a payment does not release the refund of its rest that the worker asked for', async () => {
  expect(await decide(await requestOwn(await giveRest(giver), 100))).toEqual(refused)
})

test('an admin does not release with a second account the refund of money that they brought', async () => {
  const admin = await staffHeaders(ctx, 'U0')
  const { headers: second } = await makeSecondAccount(ctx, admin)
  for (const worker of [(await giveReceived(admin)).worker, await giveRest(admin)]) {
    const id = await requestOwn(worker, 100)
    const own = await post(`/approvals/${id}/approve`, second)
    expect([own.statusCode, own.json().code]).toEqual([403, 'refund.own_money'])
    expect((await post(`/approvals/${id}/approve`, other)).statusCode).toBe(200)
  }
})

test('who gave the money releases what another staff member asked for, and refuses any', async () => {
  const { worker } = await giveReceived()
  const own = await requestOwn(worker, 10)
  expect((await post(`/approvals/${own}/refuse`, giver, { reason: 'Pide todo' })).statusCode).toBe(200)
  const asked = await post(`/treasury/balances/${worker.id}/refund`, other, { amount: 916.8 })
  expect((await post(`/approvals/${asked.json().approval.id}/approve`, giver)).statusCode).toBe(200)
})

test('who took the money back may release the refund of what another person gave', async () => {
  const { worker, incoming } = await giveReceived()
  const admin = await staffHeaders(ctx, 'U0')
  const [credit] = await ctx.deps.db
    .selectFrom('incoming_payment_credit')
    .select('id')
    .where('incoming_payment_id', '=', incoming)
    .execute()
  await post(`/stp/incoming-payments/credits/${credit?.id}/undo`, admin, { reason: 'Era de otra persona' })
  await post(`/stp/incoming-payments/${incoming}/credit`, other, { user: worker.id, amount: 916.8 })
  const id = await requestOwn(worker, 916.8)
  expect((await post(`/approvals/${id}/approve`, giver)).statusCode).toBe(200)
})
