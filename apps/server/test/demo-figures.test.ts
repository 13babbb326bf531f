import { beforeAll, expect, test } from 'vitest'
import { copyOrdersToSimulator } from '../src/demo/copy-orders.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { verifyLedger } from '../src/lending/ledger/queries.ts'
import { getLoan } from '../src/lending/loans/queries/loan-detail.ts'
import { exportedPayments } from '../src/lending/payments/queries/payments.ts'
import { readReceipt } from '../src/lending/payments/queries/receipt.ts'
import { readStatement } from '../src/office/downloads/queries/statement.ts'
import { readDay } from '../src/treasury/daily-totals/queries/day.ts'
import { refreshBalance } from '../src/treasury/reconciliation/commands/refresh-balance.ts'
import { createTestContext, type TestContext } from './context.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow('2026-11-20T16:00:00Z')
  await seedDemo(ctx.deps)
})

/** Centavos of one payment's ledger entries of a kind; 0 if there is none. */
async function posted(payment_id: number, kind: string): Promise<number> {
  const { sum } = await ctx.deps.db
    .selectFrom('ledger_entry')
    .select((all) => all.fn.coalesce(all.fn.sum<number>('amount_cents'), all.lit(0)).as('sum'))
    .where('payment_id', '=', payment_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

test('the demo has loans of every kind, and its ledger is right', async () => {
  const { db } = ctx.deps
  const loans = await db.selectFrom('loan').select(['frequency', 'tax_added', 'state']).execute()
  expect(loans.some(({ frequency }) => frequency === 'semimonthly')).toBe(true)
  expect(loans.some(({ tax_added }) => tax_added)).toBe(true)
  expect(loans.some(({ state }) => state === 'overdue')).toBe(true)
  const kinds = await db.selectFrom('loan_correction').select('kind').distinct().orderBy('kind').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['earlier_payment', 'reversal'])
  const choices = await db
    .selectFrom('payment')
    .select('excess')
    .distinct()
    .where((any) => any.or([any('prepaid_cents', '>', 0), any('excess', '=', 'in_advance')]))
    .orderBy('excess')
    .execute()
  expect(choices.map(({ excess }) => excess)).toEqual(['in_advance', 'lower_payment', 'shorter_term'])
  expect(await verifyLedger(db)).toEqual([])
})

test('each payment has the same figures in detail, worker app, receipt, statement, export and ledger', async () => {
  const { db, env } = ctx.deps
  const rows = await db.selectFrom('payment').select(['id', 'loan_id', 'user_id']).orderBy('id').execute()
  expect(rows.length).toBeGreaterThan(100)
  const exported = await exportedPayments(
    db,
    rows.map(({ id }) => id),
  )
  const shared = { now: ctx.clock.now, hours: ctx.deps.stp.hours }
  const staff = { user: { id: 0, user_type: 'U0' as const, company_id: null }, ...shared }
  for (const [index, { id, loan_id, user_id }] of rows.entries()) {
    const worker = { user: { id: user_id, user_type: 'U2' as const, company_id: null }, ...shared }
    const inDetail = (await getLoan(db, staff, loan_id)).payments.find((one) => one.id === id)
    if (inDetail === undefined) throw new Error(`The detail of loan ${loan_id} has no payment ${id}`)
    expect((await getLoan(db, worker, loan_id)).payments).toContainEqual(inDetail)
    expect(exported[index]).toMatchObject(inDetail)
    const { payment } = await readReceipt(db, worker.user, { id, lender: env.lender })
    expect(payment).toMatchObject(inDetail)
    const statement = await readStatement(db, { ...worker, loan_id, lender: env.lender })
    expect(statement.payments.find((one) => one.id === id)).toEqual(payment)
    expect(await posted(id, 'payment')).toBe(inDetail.amount_paid)
    const { principal, interest, tax, on_account } = inDetail.applied
    const waits = inDetail.applied.settles || statement.type === 'advance' ? 0 : (on_account ?? 0)
    if (inDetail.reversed_at === null)
      expect(principal + interest + tax + waits).toBe(inDetail.amount_paid - inDetail.remainder)
  }
})

test("the demo's books hold the simulator's opening balance, so the first check after the start finds no difference", async () => {
  const { deps, simulator } = ctx
  await copyOrdersToSimulator(deps, simulator.url)
  await refreshBalance(deps)
  const checks = await deps.db.selectFrom('balance_check').selectAll().orderBy('checked_at').execute()
  expect(checks).toMatchObject([
    { verdict: 'unopened', cash_cents: 0 },
    { verdict: 'verified', difference_cents: 0 },
  ])
  const [opening, first] = checks
  if (opening === undefined || first === undefined) throw new Error('checks are missing')
  expect(first.balance_cents).toBeLessThan(opening.balance_cents)
  const { opening: cash } = await readDay(deps.db, '2026-11-20', ctx.clock.now)
  expect(cash).toBeGreaterThan(0)
})
