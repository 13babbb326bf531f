import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { findLoan, makeActiveLoan } from '../../../test/loans.ts'
import type { CommandContext } from '../../command/context.ts'
import { defaultBankAccount } from '../../treasury/ledger/queries/bank-accounts.ts'
import { verifyLedger } from '../ledger/queries.ts'
import { payOffLoan } from './commands/pay-off-loan.ts'
import { recalculateLoans } from './commands/recalculate-loans.ts'
import { recordPayment } from './commands/record-payment.ts'
import { reversePayment } from './commands/reverse-payment.ts'
import { getPayoff } from './queries/payoff.ts'

let ctx: TestContext
let context: CommandContext
beforeAll(async () => {
  // Loans of the earlier rules differ until they are recalculated.
  ctx = await createTestContext({ is_ledger_checked: false })
  const { id } = await makeStaff(ctx, 'U0')
  context = { user: { id, user_type: 'U0', company_id: null }, session_id: null, ip: null, user_agent: null }
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

interface OldPayment {
  amount: number
  /** The part of the charge that the earlier rules booked as earned, and that which they gave back. */
  earned: number
  discount?: number
}

/** A loan whose payments were booked in proportion to the contract's charge, as before the model. */
async function makeOldLoan(payments: readonly OldPayment[], days: readonly string[]) {
  const { loan, worker } = await makeActiveLoan(ctx)
  let due = loan.total_debt_cents
  for (const [index, { amount, earned, discount = 0 }] of payments.entries()) {
    const day = days[index] ?? '2026-11-20'
    const created_at = `${day}T18:00:00Z`
    const shared = { posting: `00000000-0000-4000-8000-${String(loan.id * 10 + index).padStart(12, '0')}` }
    const { id: payment_id } = await ctx.deps.db
      .insertInto('payment')
      .values({
        ...{ loan_id: loan.id, user_id: worker.id, registered_by: context.user.id, created_at },
        ...{ amount_paid_cents: amount, previous_amount_due_cents: due, discount_cents: discount },
        ...{ new_amount_due_cents: due - amount - discount, value_date: day },
        bank_account_id: defaultBankAccount,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    due -= amount + discount
    const moves = [
      ['payment', 'bank_cash', 'loan_receivable', amount],
      ['payoff_discount', 'unearned_finance_charge', 'loan_receivable', discount],
      ['charge_earned', 'unearned_finance_charge', 'finance_income', earned],
    ] as const
    for (const [kind, debit_account, credit_account, amount_cents] of moves.filter((move) => move[3] > 0))
      await ctx.deps.db
        .insertInto('ledger_entry')
        .values({
          ...{ ...shared, kind, debit_account, credit_account, amount_cents },
          ...{ loan_id: loan.id, payment_id, created_at },
          bank_account_id: kind === 'payment' ? defaultBankAccount : null,
        })
        .execute()
  }
  const state = due === 0 ? ('completed' as const) : ('active' as const)
  await ctx.deps.db
    .updateTable('loan')
    .set({ state, amount_due_cents: due, booked_day: null, late_from: null })
    .where('id', '=', loan.id)
    .execute()
  return loan
}

test('a dry run reports what a run changes; it never raises a debt, and a second run finds nothing', async () => {
  // 6,000 on the first day: 529.77 of interest that never accrues is given back.
  const prepaid = await makeOldLoan([{ amount: 600_000, earned: 54_625 }], ['2026-11-20'])
  // A payoff of the earlier rule with one centavo less than the model's.
  const settled = await makeOldLoan([{ amount: 1_004_999, earned: 4999, discount: 95_162 }], ['2026-11-30'])
  // Payments that the model would have settled earlier.
  const overpaid = await makeOldLoan(
    [
      { amount: 1_000_000, earned: 91_042 },
      { amount: 100_161, earned: 9119 },
    ],
    ['2026-11-20', '2026-12-20'],
  )
  ctx.setNow('2026-12-21T16:00:00Z')
  const foreseen = await recalculateLoans(ctx.deps, { dry_run: true })
  expect(foreseen).toMatchObject({
    ...{ loans: 3, lower: 1, settled: 0, waived: 1, waived_cents: 1 },
    ...{ overpaid: 1, overpaid_cents: 100_161 },
  })
  expect((await findLoan(ctx, prepaid.id)).amount_due_cents).toBe(500_161)
  expect(await recalculateLoans(ctx.deps, { dry_run: false })).toEqual(foreseen)
  const after = await findLoan(ctx, prepaid.id)
  expect(500_161 - after.amount_due_cents).toBe(foreseen.lower_cents)
  expect(foreseen.lower_cents).toBeGreaterThan(40_000)
  for (const { id } of [settled, overpaid])
    expect(await findLoan(ctx, id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
  expect(await recalculateLoans(ctx.deps, { dry_run: false })).toMatchObject({ loans: 0 })
})

test('a payment of a loan that was not recalculated yet recalculates it first', async () => {
  const loan = await makeOldLoan([{ amount: 600_000, earned: 54_625 }], ['2026-11-20'])
  ctx.setNow('2026-12-20T16:00:00Z')
  const body = { loan_request: loan.id, amount_paid: 91_680, previous_amount_due: 500_161 }
  await recordPayment(ctx.deps, context, body)
  expect((await findLoan(ctx, loan.id)).amount_due_cents).toBeLessThan(500_161 - 91_680)
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
})

test('a reversal in a loan that was not recalculated yet takes back what the recalculation gave the worker', async () => {
  const loan = await makeOldLoan(
    [
      { amount: 1_000_000, earned: 91_042 },
      { amount: 100_161, earned: 9119 },
    ],
    ['2026-11-20', '2026-12-20'],
  )
  ctx.setNow('2026-12-21T16:00:00Z')
  const { id: payment_id } = await ctx.deps.db
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await reversePayment(ctx.deps, context, { payment_id, reason: 'Ficha de otra persona' })
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
})

test('a loan that was not recalculated yet is paid off with the debt of its quote', async () => {
  const loan = await makeOldLoan([{ amount: 600_000, earned: 54_625 }], ['2026-11-20'])
  ctx.setNow('2026-11-30T16:00:00Z')
  const reader = { user: context.user, today: '2026-11-30' }
  const { amount, amount_due } = await getPayoff(ctx.deps.db, reader, loan.id)
  expect(amount_due).toBeLessThan((await findLoan(ctx, loan.id)).amount_due_cents)
  const body = { amount_paid: amount, previous_amount_due: amount_due }
  await payOffLoan(ctx.deps, context, { loan_id: loan.id, body })
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
})
