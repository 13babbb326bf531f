import { randomUUID } from 'node:crypto'
import { businessDay } from '@quincena/domain/dates'
import { EXCESS_CHOICES, type ExcessChoice } from '@quincena/domain/loans/excess'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { findLoan, makeActiveLoan, makeLoan } from '../../../test/loans.ts'
import type { CommandContext } from '../../command/context.ts'
import { verifyLedger } from '../ledger/queries.ts'
import { closeBusinessDay } from '../loans/commands/close-day.ts'
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

/** Debit balances of the loan's accounts in centavos, without those of 0. */
async function balancesOf(loan_id: number): Promise<Record<string, number>> {
  const entries = await ctx.deps.db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .execute()
  const totals: Record<string, number> = {}
  for (const { debit_account, credit_account, amount_cents } of entries) {
    totals[debit_account] = (totals[debit_account] ?? 0) + amount_cents
    totals[credit_account] = (totals[credit_account] ?? 0) - amount_cents
  }
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== 0))
}

const isOpen = async ({ id }: Loan) => (await findLoan(ctx, id)).state !== 'completed'

interface Paying {
  amount: number
  excess?: ExcessChoice
  days_back?: number
}

/** Registers a payment, at most the payoff, with a value date of some days ago but not before the payout. */
async function pay(loan: Loan, { amount, excess, days_back = 0 }: Paying): Promise<number> {
  const { amount_due_cents: previous_amount_due } = await findLoan(ctx, loan.id)
  const paid_day = businessDay(ctx.clock.now.subtract({ hours: 24 * days_back }))
  const value_date = [paid_day, businessDay(start)].toSorted().at(-1)
  const { payment_id } = await recordPayment(ctx.deps, context, {
    ...{ loan_request: loan.id, amount_paid: amount, previous_amount_due, value_date },
    ...{ excess, reason: 'Se registró tarde' },
  })
  return payment_id
}

async function settle(loan: Loan): Promise<number> {
  const { amount: amount_paid, amount_due: previous_amount_due } = await getPayoff(
    ctx.deps.db,
    { user: context.user, today: businessDay(ctx.deps.clock()) },
    loan.id,
  )
  const body = { amount_paid, previous_amount_due }
  return (await payOffLoan(ctx.deps, context, { loan_id: loan.id, body })).payment_id
}

const reverse = (payment_id: number) =>
  reversePayment(ctx.deps, context, { payment_id, reason: 'Se registró mal' })

async function wait(days: number) {
  ctx.setNow(ctx.clock.now.add({ hours: 24 * days }).toString())
  await closeBusinessDay(ctx.deps)
}

/** The message of a worker's notice of a reversal. */
async function reversalNoticeOf(worker: { id: number }): Promise<string> {
  const { message } = await ctx.deps.db
    .selectFrom('notification')
    .select('message')
    .where('recipient_id', '=', worker.id)
    .where('title', '=', 'Pago anulado')
    .executeTakeFirstOrThrow()
  return message
}

/** A refusal that a correction may meet: a payment above the payoff of its day. */
const refusals = ['payment.exceeds_payoff', 'payment.later_exceeds']

type Step =
  | { type: 'pay'; share: number; excess: ExcessChoice; days_back: number }
  | { type: 'settle' }
  | { type: 'reverse'; choice: number }
  | { type: 'wait'; days: number }

async function carryOut(step: Step, loan: Loan, payments: Set<number>): Promise<void> {
  if (step.type === 'wait') return wait(step.days)
  if (step.type === 'reverse') {
    const payment_id = [...payments][Math.floor(step.choice * payments.size)]
    if (payment_id === undefined) return
    await reverse(payment_id)
    payments.delete(payment_id)
    return
  }
  if (!(await isOpen(loan))) return
  const amount = step.type === 'pay' ? Math.max(1, Math.round(loan.total_debt_cents * step.share)) : 0
  payments.add(await (step.type === 'settle' ? settle(loan) : pay(loan, { ...step, amount })))
}

const share = fc.double({ min: 0, max: 0.4, noNaN: true })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ type: fc.constant('pay' as const), share, excess: fc.constantFrom(...EXCESS_CHOICES) },
      days_back: fc.constantFrom(0, 0, 3, 30),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'settle' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('reverse' as const),
      choice: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }),
  },
)

const history = fc.record({
  amount_cents: fc.integer({ min: 100_000, max: 1_000_000 }),
  term: fc.constantFrom(3, 6, 9, 12),
  tax_rate: fc.constantFrom(0, 0.08, 0.16),
  tax_added: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 12 }),
})

test('random payments, corrections and days leave what the ledger check computes by itself', async () => {
  const property = fc.asyncProperty(history, async ({ steps, ...wish }) => {
    ctx.setNow(start)
    const { loan } = await makeActiveLoan(ctx, wish)
    const payments = new Set<number>()
    for (const each of steps) {
      await carryOut(each, loan, payments).catch((error: { code?: string }) => {
        if (!refusals.includes(error.code ?? '')) throw error
      })
    }
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
    // Without any payment the books are those of a loan that was never paid. The last reversal books both until today.
    for (const id of payments) await reverse(id)
    await reverse(await pay(loan, { amount: 1 }))
    const untouched = await balancesOf((await makeTwin(wish)).id)
    expect(await balancesOf(loan.id)).toEqual(untouched)
  })
  await fc.assert(property, { numRuns: 10 })
})

/** A loan of the same terms that started on the same day and was never paid, booked until today. */
async function makeTwin(wish: Parameters<typeof makeActiveLoan>[1]): Promise<Loan> {
  const { now } = ctx.clock
  ctx.setNow(start)
  const { loan } = await makeActiveLoan(ctx, wish)
  ctx.setNow(now.toString())
  await closeBusinessDay(ctx.deps)
  const id = await pay(loan, { amount: 1 })
  await reverse(id)
  return loan
}

describe('a correction', () => {
  test('with an earlier value date divides later payments again, as if it had come first', async () => {
    const { loan } = await makeActiveLoan(ctx)
    ctx.setNow('2026-12-10T16:00:00Z')
    const later = await pay(loan, { amount: 100_000 })
    const earlier = await pay(loan, { amount: 200_000, days_back: 20 })
    const rows = await ctx.deps.db
      .selectFrom('payment')
      .selectAll()
      .where('id', 'in', [later, earlier])
      .orderBy('value_date')
      .execute()
    expect(
      rows.map(({ id, on_account_cents, prepaid_cents }) => [id, on_account_cents, prepaid_cents]),
    ).toEqual([
      [earlier, 91_680, 108_320],
      [later, 0, 100_000],
    ])
    expect(rows[1]?.division_changed_at).not.toBeNull()
    const corrections = await ctx.deps.db
      .selectFrom('loan_correction')
      .select(['kind', 'payment_id', 'reason'])
      .where('loan_id', '=', loan.id)
      .execute()
    expect(corrections).toEqual([
      { kind: 'earlier_payment', payment_id: earlier, reason: 'Se registró tarde' },
    ])
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })

  test('and its reversal leave the balances of the ledger as they were', async () => {
    const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
    ctx.setNow('2026-12-10T16:00:00Z')
    await pay(loan, { amount: 150_000, excess: 'shorter_term' })
    const before = await balancesOf(loan.id)
    await reverse(await pay(loan, { amount: 300_000, days_back: 20 }))
    expect(await balancesOf(loan.id)).toEqual(before)
  })
})

describe('reversal of the payment that completed a loan', () => {
  test('leaves the loan active before its due date, overdue after it', async () => {
    for (const { later_days, state } of [
      { later_days: 0, state: 'active' },
      { later_days: 40, state: 'overdue' },
    ]) {
      ctx.setNow(start)
      const { loan } = await makeActiveLoan(ctx)
      const id = await settle(loan)
      expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
      if (later_days > 0) await wait(later_days)
      await reverse(id)
      expect(await findLoan(ctx, loan.id)).toMatchObject({
        ...{ state, amount_due_cents: 1_100_161, next_payment_date: '2026-12-20' },
        ...{ completed_at: null, closed_at: null },
      })
    }
  })

  test('restores the debt of an advance, whose commission stays earned', async () => {
    const { loan } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000, tax_rate: 0.16 })
    const before = await balancesOf(loan.id)
    await reverse(await settle(loan))
    expect(await balancesOf(loan.id)).toEqual(before)
    expect(before).toMatchObject({ loan_receivable: 215_000, finance_income: -12_931, tax_pending: -2069 })
  })
})

describe('races', () => {
  test('one of a payment and a concurrent reversal gets 409, in 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { loan } = await makeActiveLoan(ctx)
      const id = await pay(loan, { amount: 91_680 })
      const body = { loan_request: loan.id, amount_paid: 91_680, previous_amount_due: 1_008_481 }
      const [reversed, paid] = await Promise.allSettled([reverse(id), recordPayment(ctx.deps, context, body)])
      const { amount_due_cents } = await findLoan(ctx, loan.id)
      // Both may succeed if the payment came first: the reversal then applies it without the first one.
      if (paid.status === 'rejected') expect(paid.reason).toMatchObject({ code: 'debt_changed' })
      expect(reversed.status).toBe('fulfilled')
      expect(amount_due_cents).toBe(paid.status === 'fulfilled' ? 1_008_481 : 1_100_161)
    }
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })

  test('a reversal and a concurrent new request leave one open loan, in 10 rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { loan, worker } = await makeActiveLoan(ctx)
      const id = await settle(loan)
      const headers = { ...(await signIn(ctx, worker)), 'idempotency-key': randomUUID() }
      const payload = { type: 'credit', amount: 5000, period: '6 meses' }
      const [, request] = await Promise.all([
        reverse(id),
        ctx.app.inject({ method: 'POST', url: `${ctx.api}/loan/`, headers, payload }),
      ])
      const { state } = await findLoan(ctx, loan.id)
      expect([
        ['active', 409],
        ['completed', 201],
      ]).toContainEqual([state, request.statusCode])
    }
  })
})

test('a reversal beside a newer loan leaves the loan completed and its account at 0', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000 })
  const id = await settle(loan)
  await makeLoan(ctx, { worker, type: 'advance', state: 'approved' })
  await reverse(id)
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
  expect(await balancesOf(loan.id)).toMatchObject({ worker_receivable: 215_000, finance_income: -15_000 })
  expect(await reversalNoticeOf(worker)).toBe(
    `Se anuló el pago de $2,150.00 de tu anticipo ${loan.folio}. Sigue liquidado, pero debes $2,150.00 aparte.`,
  )
})

test('a reversal tells the worker what is left to pay', async () => {
  const { loan, worker } = await makeActiveLoan(ctx)
  await reverse(await pay(loan, { amount: 91_680 }))
  expect(await reversalNoticeOf(worker)).toBe(
    `Se anuló el pago de $916.80 de tu crédito ${loan.folio}. Te quedan por pagar $11,001.61.`,
  )
})
