import { randomUUID } from 'node:crypto'
import { businessDay } from '@quincena/domain/dates'
import { isOverdue, nextDueDate } from '@quincena/domain/loans/repayment'
import { type Cents, containedTax } from '@quincena/domain/money'
import { earnedFinanceCharge } from '@quincena/domain/payments/rules'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { findLoan, makeActiveLoan, makeLoan } from '../../../test/loans.ts'
import type { CommandContext } from '../../command/context.ts'
import { verifyLedger } from '../ledger/queries.ts'
import { closeBusinessDay } from '../loans/commands/close-day.ts'
import { fixedSchedule } from '../loans/queries/loan-detail.ts'
import { payOffLoan } from './commands/pay-off-loan.ts'
import { recordPayment } from './commands/record-payment.ts'
import { reversePayment } from './commands/reverse-payment.ts'
import { getPayoff } from './queries/payoff.ts'

const start = '2026-11-20T16:00:00Z'

let ctx: TestContext
let context: CommandContext
beforeAll(async () => {
  ctx = await createTestContext()
  const { id } = await makeStaff(ctx, 'U0')
  context = { user: { id, user_type: 'U0', company_id: null }, session_id: null, ip: null, user_agent: null }
})

beforeEach(() => ctx.setNow(start))

type Loan = Awaited<ReturnType<typeof makeActiveLoan>>['loan']

/** Balances of the loan's accounts in centavos, summed from its ledger entries. */
async function booked(loan_id: number) {
  const entries = await ctx.deps.db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .execute()
  const balance = (account: string) =>
    entries.reduce(
      (sum, { debit_account, credit_account, amount_cents }) =>
        sum +
        (debit_account === account ? amount_cents : 0) -
        (credit_account === account ? amount_cents : 0),
      0,
    )
  return {
    due: balance('loan_receivable'),
    collected: balance('collections'),
    unearned: 0 - balance('unearned_finance_charge'),
    earned: 0 - balance('finance_income') - balance('tax_payable'),
    tax: 0 - balance('tax_payable'),
  }
}

/** A payment that was not reversed. */
interface Payment {
  id: number
  amount: Cents
  /** Centavos that an early settlement gave back. */
  discount: Cents
}

/** The balances after these payments alone, oldest first, in centavos. */
function expectedAfter(loan: Loan, payments: readonly Payment[]) {
  const total_debt = loan.total_debt_cents
  const finance_charge = total_debt - loan.amount_cents
  let [due, unearned] = [total_debt, finance_charge]
  let [collected, earned] = [0, 0]
  for (const { amount: payment, discount } of payments) {
    const charge = { total_debt, finance_charge, unearned, discount }
    const now = earnedFinanceCharge({ payment, amount_due: due, ...charge })
    unearned -= now + discount
    earned += now
    due -= payment + discount
    collected += payment
  }
  return { due, collected, unearned, earned, tax: containedTax(earned, loan.tax_rate) }
}

async function expectedState(loan: Loan, due: Cents) {
  if (due === 0) return { state: 'completed', next_payment_date: null, closed: true }
  const next = nextDueDate(await fixedSchedule(ctx.deps.db, loan.id), loan.total_debt_cents - due)
  const state = isOverdue(next, businessDay(ctx.clock.now)) ? 'overdue' : 'active'
  return { state, next_payment_date: next, closed: false }
}

type Step =
  | { type: 'pay'; share: number }
  | { type: 'pay_off' }
  | { type: 'settle' }
  | { type: 'reverse' }
  | { type: 'wait'; days: number }

async function pay(loan: Loan, payments: Payment[], amount: Cents) {
  const { due } = expectedAfter(loan, payments)
  if (due === 0) return
  const amount_paid = Math.max(1, Math.min(due, amount))
  const body = { loan_request: loan.id, amount_paid, previous_amount_due: due }
  const { payment_id } = await recordPayment(ctx.deps, context, body)
  payments.push({ id: payment_id, amount: amount_paid, discount: 0 })
}

async function settle(loan: Loan, payments: Payment[]) {
  const { due: previous_amount_due } = expectedAfter(loan, payments)
  if (previous_amount_due === 0) return
  const { amount, discount } = await getPayoff(
    ctx.deps.db,
    { user: context.user, today: businessDay(ctx.deps.clock()) },
    loan.id,
  )
  const body = { amount_paid: amount, previous_amount_due }
  const { payment_id } = await payOffLoan(ctx.deps, context, { loan_id: loan.id, body })
  payments.push({ id: payment_id, amount, discount })
}

async function reverseLast(payments: Payment[]) {
  const last = payments.pop()
  if (last === undefined) return
  await reversePayment(ctx.deps, context, { payment_id: last.id, reason: 'Se registró mal' })
}

async function wait(days: number) {
  ctx.setNow(ctx.clock.now.add({ hours: 24 * days }).toString())
  await closeBusinessDay(ctx.deps)
}

async function carryOut(step: Step, loan: Loan, payments: Payment[]) {
  if (step.type === 'wait') return wait(step.days)
  if (step.type === 'reverse') return reverseLast(payments)
  if (step.type === 'settle') return settle(loan, payments)
  const amount =
    step.type === 'pay_off' ? loan.total_debt_cents : Math.round(loan.total_debt_cents * step.share)
  return pay(loan, payments, amount)
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('pay' as const),
      share: fc.double({ min: 0, max: 0.4, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'pay_off' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'settle' as const }) },
  { weight: 3, arbitrary: fc.constant({ type: 'reverse' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }),
  },
)

const history = fc.record({
  amount_cents: fc.integer({ min: 100_000, max: 1_000_000 }),
  term: fc.constantFrom(3, 6, 9, 12),
  tax_rate: fc.constantFrom(0, 0.08, 0.16),
  steps: fc.array(step, { minLength: 3, maxLength: 12 }),
})

test('random payments, settlements and reversals leave the ledger of the payments not reversed', async () => {
  const property = fc.asyncProperty(history, async ({ steps, ...wish }) => {
    ctx.setNow(start)
    const { loan } = await makeActiveLoan(ctx, wish)
    const payments: Payment[] = []
    for (const each of steps) {
      await carryOut(each, loan, payments)
      const expected = expectedAfter(loan, payments)
      expect(await booked(loan.id)).toEqual(expected)
      const now = await findLoan(ctx, loan.id)
      const { state, next_payment_date, closed } = await expectedState(loan, expected.due)
      expect(now).toMatchObject({ amount_due_cents: expected.due, state, next_payment_date })
      expect([now.completed_at !== null, now.closed_at !== null]).toEqual([closed, closed])
    }
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })
  await fc.assert(property, { numRuns: 30 })
})

describe('reversal of the payment that completed a loan', () => {
  test('leaves the loan active before its due date, overdue after it', async () => {
    for (const { later_days, state } of [
      { later_days: 0, state: 'active' },
      { later_days: 40, state: 'overdue' },
    ]) {
      ctx.setNow(start)
      const { loan } = await makeActiveLoan(ctx)
      const payments: Payment[] = []
      await pay(loan, payments, loan.total_debt_cents)
      expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
      if (later_days > 0) await wait(later_days)
      await reverseLast(payments)
      expect(await findLoan(ctx, loan.id)).toMatchObject({
        state,
        amount_due_cents: 1_100_161,
        next_payment_date: '2026-12-20',
        completed_at: null,
        closed_at: null,
      })
      expect(await booked(loan.id)).toMatchObject({ earned: 0, unearned: 100_161, collected: 0 })
    }
  })

  test('restores the debt and the charge of an advance', async () => {
    const { loan } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000, tax_rate: 0.16 })
    const payments: Payment[] = []
    await pay(loan, payments, loan.total_debt_cents)
    expect(await booked(loan.id)).toMatchObject({ earned: 15_000, tax: 2069 })
    await reverseLast(payments)
    expect(await booked(loan.id)).toEqual({ due: 215_000, collected: 0, unearned: 15_000, earned: 0, tax: 0 })
  })
})

describe('races', () => {
  test('one of a payment and a concurrent reversal gets 409, in 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { loan } = await makeActiveLoan(ctx)
      const payments: Payment[] = []
      await pay(loan, payments, 91_680)
      const [id = 0] = payments.map((payment) => payment.id)
      const body = { loan_request: loan.id, amount_paid: 91_680, previous_amount_due: 1_008_481 }
      const results = await Promise.allSettled([
        reversePayment(ctx.deps, context, { payment_id: id, reason: 'Duplicado' }),
        recordPayment(ctx.deps, context, body),
      ])
      const [reversed, paid] = results.map(({ status }) => status === 'fulfilled')
      expect(reversed).not.toBe(paid)
      expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(paid ? 916_801 : 1_100_161)
      const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
      expect(['debt_changed', 'payment.not_last']).toContain(codes[0])
    }
  })

  test('a reversal and a concurrent new request leave one open loan, in 10 rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { loan, worker } = await makeActiveLoan(ctx)
      const payments: Payment[] = []
      await pay(loan, payments, loan.total_debt_cents)
      const headers = { ...(await signIn(ctx, worker)), 'idempotency-key': randomUUID() }
      const payload = { type: 'credit', amount: 5000, period: '6 meses' }
      const [reversal, request] = await Promise.all([
        reverseLast(payments).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
        ctx.app.inject({ method: 'POST', url: `${ctx.api}/loan/`, headers, payload }),
      ])
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([reversal, request.statusCode])
      expect((await findLoan(ctx, loan.id)).state).toBe(reversal === 200 ? 'active' : 'completed')
    }
  })
})

test('a refused reversal changes nothing', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000 })
  const payments: Payment[] = []
  await pay(loan, payments, loan.total_debt_cents)
  const before = await booked(loan.id)
  await makeLoan(ctx, { worker, type: 'advance', state: 'approved' })
  await expect(reverseLast(payments)).rejects.toMatchObject({ code: 'loan.advance_pending' })
  expect(await booked(loan.id)).toEqual(before)
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
})
