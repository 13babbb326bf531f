import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { accountOf, giveBalance } from '../../../test/creditor.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { answerVerification, centavosOf, makeAccountHolder, setMode } from '../../../test/verifications.ts'

let ctx: TestContext
let manager: Record<string, string>
let other: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  other = await staffHeaders(ctx)
})
beforeEach(async () => {
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  ctx.setNow('2026-11-20T16:00:00Z')
  await setMode(ctx, 'block')
})

const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${url}`, payload },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })
const request = (user: { id: number }) =>
  post(`/treasury/balances/${user.id}/refund`, manager, { amount: 10 })
const approve = (id: number) => post(`/approvals/${id}/approve`, other)

async function makeHolderWithBalance() {
  const worker = await makeAccountHolder(ctx)
  await giveBalance(ctx, worker, 1_000)
  return worker
}

test('a request has the account verified, and the release waits for the result', async () => {
  const worker = await makeHolderWithBalance()
  const { approval } = (await request(worker)).json()
  expect(await centavosOf(ctx, worker.id)).toHaveLength(1)
  expect((await approve(approval.id)).json()).toMatchObject({ status: 409, code: 'refund.account_verifying' })
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 1_000 })
  await answerVerification(ctx, worker)
  expect((await approve(approval.id)).statusCode).toBe(200)
  expect(await accountOf(ctx, worker.id)).toMatchObject({ balance_cents: 0 })
})

test('rejects request and release with 409 when the bank names another holder', async () => {
  const worker = await makeHolderWithBalance()
  const { approval } = (await request(worker)).json()
  await answerVerification(ctx, worker, { name: 'GUADALUPE ESTRADA NAVA', rfc: null })
  expect((await approve(approval.id)).json()).toMatchObject({ status: 409, code: 'refund.account_mismatch' })
  await post(`/approvals/${approval.id}/refuse`, other, { reason: 'La cuenta es de otra persona' })
  expect((await request(worker)).json()).toMatchObject({ status: 409, code: 'refund.account_mismatch' })
})

test('releases to an unverified account while the setting is not block', async () => {
  await setMode(ctx, 'off')
  const worker = await makeHolderWithBalance()
  const { approval } = (await request(worker)).json()
  expect((await approve(approval.id)).statusCode).toBe(200)
})

/** Another account of the same bank with the same last digits: two digits of the same weight change in opposite ways. */
function similarClabe(clabe: string): string {
  const digits = [...clabe].map(Number)
  return digits.map((digit, at) => (digit + (at === 8 ? 1 : at === 11 ? 9 : 0)) % 10).join('')
}

test('a changed account makes the request stale, also with the same bank and last digits', async () => {
  await setMode(ctx, 'off')
  const worker = await makeHolderWithBalance()
  const { approval } = (await request(worker)).json()
  const changed = { debit_card_number: similarClabe(worker.clabe) }
  await ctx.deps.db.updateTable('app_user').set(changed).where('id', '=', worker.id).execute()
  expect((await approve(approval.id)).json().code).toBe('approval.subject_changed')
})

test('a release waits 24 hours after the worker changed the account or the password, and stays open', async () => {
  await setMode(ctx, 'off')
  for (const column of ['account_changed_at', 'password_replaced_at'] as const) {
    ctx.setNow('2026-11-20T16:00:00Z')
    other = await staffHeaders(ctx)
    const worker = await makeHolderWithBalance()
    const change = { [column]: '2026-11-20T10:00:00Z' }
    await ctx.deps.db.updateTable('app_user').set(change).where('id', '=', worker.id).execute()
    const { approval } = (await request(worker)).json()
    expect((await approve(approval.id)).json()).toMatchObject({ status: 409, code: 'refund.cooling_off' })
    ctx.setNow('2026-11-21T10:00:01Z')
    other = await staffHeaders(ctx)
    expect((await approve(approval.id)).statusCode).toBe(200)
  }
})
