import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { giveBalance, makeCreditor } from '../../../test/creditor.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import { staffHeaders } from '../../../test/loans.ts'

let ctx: TestContext
let staff: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  staff = await staffHeaders(ctx)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const get = async (path: string, headers = staff) =>
  (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()

/** The ledger's balance of an account of liabilities, in pesos. */
async function ledgerBalance(account: string): Promise<number> {
  const { rows } = await sql<{ cents: string }>`select coalesce(sum(case ${account}
    when credit_account then amount_cents when debit_account then -amount_cents end), 0)::bigint as cents
    from ledger_entry`.execute(ctx.deps.db)
  return Number(rows[0]?.cents) / 100
}

test('lists the balances by amount and by name, and finds a worker; the totals are those of the ledger', async () => {
  const [small, large] = [await makeCreditor(ctx, 1_000), await makeCreditor(ctx, 9_000)]
  await makeWorker(ctx)
  const byAmount = await get('/treasury/balances')
  expect(byAmount).toMatchObject({
    count: 2,
    results: [
      { id: large.id, balance: 90, receivable: 0, refund: null },
      { id: small.id, balance: 10 },
    ],
  })
  expect((await get('/treasury/balances?ordering=balance')).results).toMatchObject([
    { id: small.id },
    { id: large.id },
  ])
  expect((await get('/treasury/balances?ordering=name')).count).toBe(2)
  expect(await get(`/treasury/balances?search=${large.email}`)).toMatchObject({
    results: [{ id: large.id }],
  })
  expect((await get('/treasury/balances?owes=true')).count).toBe(0)
  expect(await get('/treasury/balances/summary')).toEqual({
    balances: { count: 2, amount: await ledgerBalance('worker_balance') },
    receivables: { count: 0, amount: 0 },
    requested: { count: 0, amount: 0 },
    sending: { count: 0, amount: 0 },
  })
})

test('pages the movements of a balance, with what is left after each', async () => {
  const worker = await makeWorker(ctx)
  for (let n = 1; n <= 12; n++) await giveBalance(ctx, worker, n * 100)
  const first = await get(`/treasury/balances/${worker.id}/movements`)
  expect(first.count).toBe(12)
  expect(first.results).toHaveLength(10)
  expect(first.results[0]).toMatchObject({ amount: 12, left: 78, side: 'balance', kind: 'receipt_to_worker' })
  const second = await get(`/treasury/balances/${worker.id}/movements?page=2`)
  expect(second.results.map(({ left }: { left: number }) => left)).toEqual([3, 1])
})

test('answers a worker without a balance with zero, and hides the balance of others and of staff', async () => {
  const [worker, other] = [await makeWorker(ctx), await makeCreditor(ctx, 1_000)]
  const headers = await signIn(ctx, worker)
  expect(await get(`/treasury/balances/${worker.id}`, headers)).toMatchObject({
    ...{ balance: 0, receivable: 0, refund: null, refund_problem: null },
  })
  for (const path of ['', '/movements'])
    expect(await get(`/treasury/balances/${other.id}${path}`, headers)).toMatchObject({
      code: 'user.not_found',
    })
  expect(await get('/treasury/balances/999999')).toMatchObject({ code: 'user.not_found' })
  expect(await get('/treasury/balances', headers)).toMatchObject({ code: 'route.forbidden' })
})
