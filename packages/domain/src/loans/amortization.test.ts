import { describe, expect, test } from 'vitest'
import { type CreditTerms, contractSchedule, levelPayment, periodRates } from './amortization.ts'

const computed: CreditTerms = {
  ...{ amount: 1_000_000, annual_rate: 0.18, frequency: 'semimonthly', installments: 12 },
  ...{ start: '2026-11-15', tax_rate: 0.16, tax_added: true },
}

describe('a schedule with VAT added', () => {
  test('has the payments that an independent program computed for 10,000 at 18 % in 12 quincenas', () => {
    const rows = contractSchedule(computed)
    expect(rows[0]).toEqual({
      ...{ number: 1, due_date: '2026-11-30', payment: 88_121, principal: 79_421 },
      ...{ interest: 7500, tax: 1200, balance: 920_579 },
    })
    expect(rows.at(-1)).toMatchObject({
      ...{ number: 12, payment: 88_118, principal: 87_358, interest: 655, tax: 105, balance: 0 },
    })
  })
})

describe('the public example: 2,124.15 at 228 % in 52 weeks, VAT added', () => {
  const weekly: CreditTerms = {
    ...{ amount: 212_415, annual_rate: 2.28, frequency: 'weekly', installments: 52 },
    ...{ start: '2026-11-20', tax_rate: 0.16, tax_added: true },
  }

  test('has its base payment of 116.8977, rounded', () => {
    expect(levelPayment(weekly.amount, periodRates(weekly), 52)).toBe(11_690)
  })

  test('has its factors for 52 and 26 weeks', () => {
    // A factor is the payment of 1: computed for 10,000,000.00, it has all of the 6 published decimals.
    const factor = (rows: number) => levelPayment(1_000_000_000, periodRates(weekly), rows) / 1_000_000_000
    expect(factor(52)).toBeCloseTo(0.055033, 6)
    expect(factor(26)).toBeCloseTo(0.070184, 6)
  })
})

test('an irregular first period accrues its own days', () => {
  const rows = contractSchedule({
    ...computed,
    ...{ start: '2026-11-20', first_due: '2026-11-30', regular_days: 15, tax_added: false },
  })
  expect(rows[0]).toMatchObject({ due_date: '2026-11-30', interest: 5000 })
  expect(rows[1]).toMatchObject({ due_date: '2026-12-15' })
})

test('a level payment that rounds to 0 is 1 centavo, and the schedule ends when nothing is left', () => {
  const rows = contractSchedule({ ...computed, amount: 3, annual_rate: 0, frequency: 'monthly' })
  expect(rows.map(({ payment, balance }) => [payment, balance])).toEqual([
    [1, 2],
    [1, 1],
    [1, 0],
  ])
})
