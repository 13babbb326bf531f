import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cents } from '../money.ts'
import {
  type CreditTerms,
  contractSchedule,
  levelPayment,
  periodRates,
  scheduleRows,
} from './amortization.ts'
import { dueDates, type Frequency } from './frequency.ts'

/** Number, payment, principal, interest, VAT and balance; amounts in pesos. */
const vectorRow = z.tuple([z.int(), z.number(), z.number(), z.number(), z.number(), z.number()])
const vectors = z.object({
  public_example: z.object({
    principal: z.number(),
    annual_rate: z.number(),
    n: z.int(),
    iva: z.number(),
    base_payment: z.number(),
    factor_52: z.number(),
    factor_26: z.number(),
    service_fee_with_iva: z.number(),
    payment_rounded: z.number(),
  }),
  computed: z.array(
    z.object({
      principal: z.number(),
      annual_rate: z.number(),
      periods_per_year: z.int(),
      n: z.int(),
      iva: z.number(),
      payment: z.number(),
      first: vectorRow,
      last: vectorRow,
    }),
  ),
})
const file = new URL('../../test/amortization.json', import.meta.url)
const { public_example, computed } = vectors.parse(JSON.parse(readFileSync(file, 'utf8')))

const FREQUENCY_OF = new Map<number, Frequency>([
  [12, 'monthly'],
  [24, 'semimonthly'],
  [26, 'fourteen_days'],
  [52, 'weekly'],
])

const base: CreditTerms = {
  ...{ amount: 1_000_000, annual_rate: 0.18, frequency: 'semimonthly', installments: 12 },
  ...{ start: '2026-11-15', tax_rate: 0.16, tax_added: true },
}

test.each(computed)(
  'a schedule of $principal at $annual_rate in $n payments, $periods_per_year a year, has independently computed rows',
  (vector) => {
    const { principal, annual_rate, periods_per_year, n, iva, payment } = vector
    const terms: CreditTerms = {
      ...{ ...base, amount: cents(principal), annual_rate, installments: n, tax_rate: iva },
      frequency: FREQUENCY_OF.get(periods_per_year) ?? expect.unreachable(),
    }
    const rows = contractSchedule(terms)
    expect(rows).toHaveLength(n)
    expect(levelPayment(terms.amount, periodRates(terms), n)).toBe(cents(payment))
    for (const expected of [vector.first, vector.last]) {
      const [number, ...amounts] = expected
      const row = rows[number - 1] ?? expect.unreachable()
      expect([row.payment, row.principal, row.interest, row.tax, row.balance]).toEqual(amounts.map(cents))
    }
  },
)

describe('the public example of a weekly loan with VAT added', () => {
  const { principal, annual_rate, n, iva, service_fee_with_iva, payment_rounded } = public_example
  const weekly: CreditTerms = {
    ...{ amount: cents(principal), annual_rate, frequency: 'weekly', installments: n },
    ...{ start: '2026-11-20', tax_rate: iva, tax_added: true },
  }
  const rates = periodRates(weekly)

  test('has the published base payment, rounded to centavos', () => {
    expect(levelPayment(weekly.amount, rates, n)).toBe(Math.round(public_example.base_payment * 100))
  })

  test('has the published factors for 52 and 26 weeks', () => {
    // A factor is the payment of 1: computed for 10,000,000.00, it has all of the 6 published decimals.
    const factor = (rows: number) => levelPayment(1_000_000_000, rates, rows) / 1_000_000_000
    expect(factor(52)).toBeCloseTo(public_example.factor_52, 6)
    expect(factor(26)).toBeCloseTo(public_example.factor_26, 6)
  })

  test('has its totals with rounding per week: 3,347.04 of interest, 535.49 of VAT, 45.12 at the end', () => {
    const fee = cents(service_fee_with_iva)
    const rows = scheduleRows(
      {
        ...{ first_number: 1, balance: weekly.amount, due_dates: dueDates(weekly) },
        paymentOf: () => cents(payment_rounded) - fee,
      },
      rates,
    )
    expect(rows.reduce((sum, { interest }) => sum + interest, 0)).toBe(334_704)
    expect(rows.reduce((sum, { tax }) => sum + tax, 0)).toBe(53_549)
    expect((rows.at(-1)?.payment ?? 0) + fee).toBe(4512)
  })
})

test('an irregular first period accrues its own days', () => {
  const rows = contractSchedule({
    ...base,
    ...{ start: '2026-11-20', first_due: '2026-11-30', regular_days: 15, tax_added: false },
  })
  expect(rows[0]).toMatchObject({ due_date: '2026-11-30', interest: 5000 })
  expect(rows[1]).toMatchObject({ due_date: '2026-12-15' })
})

test('a level payment that rounds to 0 is 1 centavo, and the schedule ends when nothing is left', () => {
  const rows = contractSchedule({ ...base, amount: 3, annual_rate: 0, frequency: 'monthly' })
  expect(rows.map(({ payment, balance }) => [payment, balance])).toEqual([
    [1, 2],
    [1, 1],
    [1, 0],
  ])
})
