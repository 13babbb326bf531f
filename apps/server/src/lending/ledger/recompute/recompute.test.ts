import { readFileSync } from 'node:fs'
import type { CreditTerms, ScheduleRow } from '@quincena/domain/loans/amortization'
import { booksOn } from '@quincena/domain/loans/books'
import { EXCESS_CHOICES, type ExcessChoice } from '@quincena/domain/loans/excess'
import { figuresOn, payoffOn } from '@quincena/domain/loans/figures'
import { FREQUENCIES, type Frequency } from '@quincena/domain/loans/frequency'
import { type LoanPosition, openCredit, rowsInForce } from '@quincena/domain/loans/position'
import { applyAndDivide, type Division } from '@quincena/domain/loans/replay'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LoanFacts, recomputeLoan } from './loan.ts'

const dayNumber = (day: string) => Date.parse(day) / 86_400_000
const periods = { monthly: 12, semimonthly: 24, fourteen_days: 26, weekly: 52 }
const millionths = (rate: number) => Math.round(rate * 1_000_000)

interface Credit {
  annual_rate: number
  frequency: Frequency
  tax_rate: number
  tax_added: boolean
  start: string
  regular_days?: number | undefined
}
type ContractRow = Pick<ScheduleRow, 'payment' | 'principal' | 'interest' | 'tax' | 'balance'> & {
  due: string
}

function factsOf(
  credit: Credit,
  contract: readonly ContractRow[],
): Omit<LoanFacts, 'payments' | 'booked_day'> {
  const { annual_rate, frequency, tax_rate, tax_added, regular_days } = credit
  const start = dayNumber(credit.start)
  const vat = millionths(tax_rate)
  const rows = contract.map(({ due, payment, principal, interest, tax, balance }) => ({
    ...{ due: dayNumber(due), payment, interest, tax, before: balance + principal },
  }))
  const rate = {
    annual: millionths(annual_rate),
    periods: periods[frequency],
    vat_on_top: tax_added ? vat : 0,
  }
  const first_days = regular_days ?? (rows[0]?.due ?? start) - start
  return { terms: { is_advance: false, rate, vat, start, first_days }, tax_added, rows }
}

const moneyOf = (payment: { value_date: string; amount: number; excess: ExcessChoice }) => ({
  ...{ day: dayNumber(payment.value_date), amount: payment.amount, waived: 0, excess: payment.excess },
})

describe('the histories of the independent program', () => {
  const histories: {
    id: number
    terms: Omit<Credit, 'annual_rate' | 'tax_rate'> & { annual_rate: string; tax_rate: string }
    contract: ContractRow[]
    steps: {
      pay?: Parameters<typeof moneyOf>[0]
      gives?: {
        due: number | null
        on_account: number | null
        prepaid: number | null
        discount: number
        amount_due: number
      }
      then?: { day: string; amount_due: number; accrued: number; next_payment_date: string | null }
    }[]
  }[] = JSON.parse(
    readFileSync(
      new URL('../../../../../../packages/domain/test/credit-histories.json', import.meta.url),
      'utf8',
    ),
  )

  test.each(histories)('history $id gives the same payments and figures', ({ terms, contract, steps }) => {
    const credit = { ...terms, annual_rate: Number(terms.annual_rate), tax_rate: Number(terms.tax_rate) }
    const payments: ReturnType<typeof moneyOf>[] = []
    for (const { pay, gives, then } of steps) {
      if (pay === undefined || gives === undefined || then === undefined) continue
      payments.push(moneyOf(pay))
      const rows = factsOf(credit, contract)
      const result = recomputeLoan({ ...rows, payments, booked_day: dayNumber(then.day) })
      const { due, on_account, prepaid, discount, owed_after } = result.payments.at(-1) ?? {}
      const { books, amount_due, next_due } = result
      const earned = books.income + (credit.tax_added ? 0 : books.tax_pending + books.tax_payable)
      expect({ due, on_account, prepaid, discount, amount_due: owed_after }).toEqual({
        ...{ due: gives.due, on_account: gives.on_account, prepaid: gives.prepaid },
        ...{ discount: gives.discount, amount_due: gives.amount_due },
      })
      expect({ amount_due, earned, next_due, receivable: books.receivable }).toEqual({
        ...{ amount_due: then.amount_due, earned: then.accrued, receivable: then.amount_due },
        next_due: then.next_payment_date === null ? null : dayNumber(then.next_payment_date),
      })
    }
  })
})

const anyTerms: fc.Arbitrary<CreditTerms> = fc.record({
  amount: fc.integer({ min: 1, max: 900_000_000 }),
  annual_rate: fc.constantFrom(0, 0.001, 0.18, 0.215, 0.6, 2.28),
  frequency: fc.constantFrom(...FREQUENCIES),
  installments: fc.integer({ min: 1, max: 52 }),
  start: fc.constantFrom('2026-01-15', '2026-01-31', '2028-02-29', '2026-11-30'),
  tax_rate: fc.constantFrom(0, 0.08, 0.16),
  tax_added: fc.boolean(),
})
const anyStep = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  level: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 300 })),
  excess: fc.constantFrom(...EXCESS_CHOICES),
})

/** The domain model's division of each payment, and its position at the end. */
function liveByModel(
  terms: CreditTerms,
  steps: readonly { days: number; level: number; excess: ExcessChoice }[],
) {
  const opened = openCredit(terms)
  const level = rowsInForce(opened)[0]?.payment ?? 1
  const payments: { value_date: string; amount: number; excess: ExcessChoice }[] = []
  const divisions: Division[] = []
  let position: LoanPosition = opened
  let value_date = terms.start
  for (const { days, level: hundredths, excess } of steps) {
    value_date = new Date(Date.parse(value_date) + days * 86_400_000).toISOString().slice(0, 10)
    const amount = Math.min(payoffOn(position, value_date), Math.ceil((level * hundredths) / 100))
    if (amount === 0) break
    const applied = applyAndDivide(position, { value_date, amount, excess }, terms)
    if ('error' in applied) return expect.unreachable(applied.error)
    payments.push({ value_date, amount, excess })
    divisions.push(applied.division)
    position = applied.position
  }
  return { opened, position, payments, divisions, last_day: value_date }
}

test('any credit has the same books and divisions as in the domain model on any day', () => {
  const lives = fc.tuple(anyTerms, fc.array(anyStep, { maxLength: 30 }), fc.integer({ min: 0, max: 60 }))
  fc.assert(
    fc.property(lives, ([terms, steps, later]) => {
      const { opened, position, payments, divisions, last_day } = liveByModel(terms, steps)
      const day = new Date(Date.parse(last_day) + later * 86_400_000).toISOString().slice(0, 10)
      const contract = rowsInForce(opened).map((row) => ({ ...row, due: row.due_date }))
      const result = recomputeLoan({
        ...{ ...factsOf(terms, contract), payments: payments.map(moneyOf), booked_day: dayNumber(day) },
      })
      expect(result.books).toEqual(booksOn(position, day, terms))
      const figures = figuresOn(position, day)
      expect(result.amount_due).toBe(figures.amount_due)
      expect(result.is_settled).toBe(position.settled !== null)
      const { next_payment_date } = figures
      expect(result.next_due).toBe(next_payment_date === null ? null : dayNumber(next_payment_date))
      const own = divisions.map(({ settles: _, amount_due, previous_amount_due, ...division }) => ({
        ...{ ...division, owed_before: previous_amount_due, owed_after: amount_due },
      }))
      expect(result.payments).toEqual(own)
    }),
    { numRuns: 500 },
  )
})

describe('an advance', () => {
  const terms = {
    ...{ is_advance: true, rate: { annual: 0, periods: 12, vat_on_top: 0 }, vat: 160_000 },
    ...{ start: dayNumber('2026-01-05'), first_days: 10 },
  }
  const rows = [{ due: dayNumber('2026-01-15'), payment: 115_000, interest: 15_000, tax: 0, before: 100_000 }]
  const facts = { terms, rows, tax_added: false, booked_day: dayNumber('2026-01-06') }

  test('earns its commission with the payout and collects it with the first money', () => {
    const paid = { day: dayNumber('2026-01-06'), amount: 20_000, waived: 0, excess: 'lower_payment' as const }
    const { books, payments, next_due } = recomputeLoan({ ...facts, payments: [paid] })
    const vat = 2069
    expect(books).toEqual({
      ...{ receivable: 95_000, unearned: 0, income: 15_000 - vat, tax_pending: 0, tax_payable: vat },
    })
    expect(payments).toMatchObject([
      { on_account: 20_000, principal: 5000, interest: 15_000 - vat, tax: vat },
    ])
    expect(next_due).toBe(dayNumber('2026-01-15'))
  })

  test('has no result for a payment above its payoff', () => {
    const paid = {
      day: dayNumber('2026-01-06'),
      amount: 115_001,
      waived: 0,
      excess: 'lower_payment' as const,
    }
    expect(recomputeLoan({ ...facts, payments: [paid] })).toMatchObject({
      amount_due: 115_000,
      payments: [null],
    })
  })
})
