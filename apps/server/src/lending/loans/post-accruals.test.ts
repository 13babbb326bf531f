import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import { closeBusinessDay } from './commands/close-day.ts'
import { postAccruals } from './commands/post-accruals.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

/** The accruals of a loan: day, kind and centavos. */
async function accrualsOf(loan_id: number) {
  const rows = await ctx.deps.db
    .selectFrom('ledger_entry')
    .select(['accrual_day', 'kind', 'amount_cents'])
    .where('loan_id', '=', loan_id)
    .where('accrual_day', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ accrual_day, kind, amount_cents }) => `${accrual_day} ${kind} ${amount_cents}`)
}

describe('accruals', () => {
  test('are posted at month ends and due dates, also by a run that is weeks late', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const other = await makeActiveLoan(ctx, { tax_rate: 0.16 })
    ctx.setNow('2027-01-03T06:10:00Z')
    await closeBusinessDay(ctx.deps)
    // 150.00 in 30 days: 50.00 until 30 November, 100.00 until 20 December, then 923,320 × 0.015 × 11 / 31 days.
    expect(await accrualsOf(loan.id)).toEqual([
      '2026-11-30 charge_earned 5000',
      '2026-12-20 charge_earned 10000',
      '2026-12-31 charge_earned 4914',
    ])
    expect(await accrualsOf(other.loan.id)).toEqual([
      '2026-11-30 charge_earned 4310',
      '2026-11-30 tax_accrued 690',
      '2026-12-20 charge_earned 8621',
      '2026-12-20 tax_accrued 1379',
      '2026-12-31 charge_earned 4236',
      '2026-12-31 tax_accrued 678',
    ])
  })

  test('of concurrent and repeated runs are posted once', async () => {
    const { loan } = await makeActiveLoan(ctx)
    ctx.setNow('2026-12-21T06:10:00Z')
    await Promise.all([1, 2, 3].map(() => postAccruals(ctx.deps, '2026-12-21')))
    expect(await postAccruals(ctx.deps, '2026-12-21')).toBe(0)
    expect(await accrualsOf(loan.id)).toEqual([
      '2026-11-30 charge_earned 5000',
      '2026-12-20 charge_earned 10000',
    ])
  })
})
