import { expect, test } from 'vitest'
import { costOf } from './cost.ts'
import { quoteAdvance, simulateCredit } from './schedule.ts'

const terms = {
  amount: 1_000_000,
  annual_rate: 0.18,
  frequency: 'monthly',
  installments: 12,
  start: '2026-11-20',
} as const

test.each([
  { tax_rate: 0.16, tax_added: true },
  { tax_rate: 0.16, tax_added: false },
])('interest and VAT of a credit with %j add up to the server’s total', (vat) => {
  const { final_value, schedule } = simulateCredit({ ...terms, ...vat })
  const { cost, charge, tax } = costOf({ amount: terms.amount, total: final_value }, schedule)
  expect(charge).toBe(schedule.reduce((sum, { interest }) => sum + interest, 0))
  expect(terms.amount + charge + tax).toBe(final_value)
  expect(cost).toBe(charge + tax)
  expect(tax > 0).toBe(vat.tax_added)
})

test('an advance costs its commission', () => {
  const { final_value, schedule } = quoteAdvance({ amount: 200_000, commission: 15_000 }, '2026-11-20')
  expect(costOf({ amount: 200_000, total: final_value }, schedule)).toEqual({
    ...{ cost: 15_000, charge: 15_000, tax: 0 },
  })
})
