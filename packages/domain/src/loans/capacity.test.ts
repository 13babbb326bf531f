import { expect, test } from 'vitest'
import { openAdvance } from '../../test/advance.ts'
import {
  largestLoan,
  paymentInForce,
  paymentPerMonth,
  paymentPerQuincena,
  shareOfSalary,
} from './capacity.ts'

test.each([
  ['credit', 'monthly', 455_241, 227_621, 455_241],
  ['credit', 'semimonthly', 227_620, 227_620, 455_240],
  ['credit', 'fourteen_days', 100_000, 108_333, 216_667],
  ['credit', 'weekly', 50_000, 108_333, 216_667],
  ['advance', 'monthly', 215_000, 215_000, null],
] as const)('a %s paid %s with %i takes %i per quincena, %s per month', (...burden) => {
  const [type, frequency, payment, per_quincena, per_month] = burden
  expect(paymentPerQuincena({ type, frequency, payment })).toBe(per_quincena)
  expect(paymentPerMonth({ type, frequency, payment })).toBe(per_month)
})

test('the share of an unknown salary is unknown', () => {
  expect(shareOfSalary(227_621, 650_000)).toBeCloseTo(0.3502, 4)
  expect(shareOfSalary(227_621, null)).toBeNull()
  expect(shareOfSalary(227_621, 0)).toBeNull()
})

test('the largest credit is three monthly salaries, the largest advance the company’s share', () => {
  const terms = { biweekly_salary: 650_000, advance_share: 0.5, advance_cap: 300_000 }
  expect(largestLoan('credit', terms)).toBe(3_900_000)
  expect(largestLoan('credit', { ...terms, biweekly_salary: null })).toBe(0)
  expect(largestLoan('advance', terms)).toBe(300_000)
})

test('the payment in force is the next one, or the last one after its date', () => {
  const terms = { amount: 200_000, commission: 15_000, start: '2026-11-19', due_date: '2026-11-30' }
  expect(paymentInForce(openAdvance(terms), '2026-11-20')).toBe(215_000)
  expect(paymentInForce(openAdvance(terms), '2026-12-20')).toBe(215_000)
})
