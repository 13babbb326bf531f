import { expect, test } from 'vitest'
import { applyPayment } from './apply-payment.ts'
import {
  committedDeductions,
  deductionParts,
  deductionPerPayDate,
  nextDeduction,
  salaryAfter,
} from './deduction.ts'
import { openCredit } from './position.ts'

const monthly = { type: 'credit', frequency: 'monthly' } as const

test.each([
  [210_630, monthly, [105_315, 105_315]],
  [91_681, monthly, [45_841, 45_840]],
  [1, monthly, [1, 0]],
  [105_315, { type: 'credit', frequency: 'semimonthly' }, [105_315]],
  [50_000, { type: 'credit', frequency: 'fourteen_days' }, [50_000]],
  [25_000, { type: 'credit', frequency: 'weekly' }, [25_000]],
  [435_000, { type: 'advance', frequency: 'monthly' }, [435_000]],
] as const)('%i centavos of %j are deducted in the parts %j', (payment, terms, parts) => {
  expect(deductionParts(payment, terms)).toEqual(parts)
  expect(deductionPerPayDate(payment, terms)).toBe(parts[0])
})

const credit = openCredit({
  ...{ amount: 1_000_000, annual_rate: 0.18, frequency: 'monthly', installments: 12, start: '2026-11-20' },
  ...{ tax_rate: 0, tax_added: false },
})

function afterPayment(amount: number) {
  const result = applyPayment(credit, { amount, value_date: '2026-11-30', excess: 'lower_payment' })
  if ('error' in result) throw new Error('more than the payoff')
  return result.position
}

test('the next deduction is a part of the installment to pay, or what it still lacks', () => {
  expect(nextDeduction(credit, '2026-11-21', monthly)).toBe(45_840)
  expect(nextDeduction(afterPayment(45_840), '2026-12-01', monthly)).toBe(45_840)
  expect(nextDeduction(afterPayment(90_000), '2026-12-01', monthly)).toBe(1_680)
})

test('a missed installment does not raise the next deduction', () => {
  expect(nextDeduction(credit, '2027-01-05', monthly)).toBe(45_840)
})

test('the next deduction follows the schedule that a prepayment lowered', () => {
  const lowered = nextDeduction(afterPayment(500_000), '2026-12-21', monthly)
  expect(lowered).toBeGreaterThan(0)
  expect(lowered).toBeLessThan(45_840)
})

test('only loans that are signed and not paid back have deductions that count already', () => {
  const states = ['requested', 'approved', 'disbursing', 'active', 'overdue', 'payout_returned'] as const
  const loans = states.map((state, index) => ({
    state,
    deduction: state === 'payout_returned' ? null : index,
  }))
  expect(committedDeductions(loans)).toEqual([2, 3, 4])
})

test.each([
  [850_000, [105_315], 744_685],
  [850_000, [105_315, 435_000], 309_685],
  [100_000, [105_315], 0],
  [null, [105_315], null],
  [0, [105_315], null],
])('of a salary of %j centavos, after %j are left %j', (salary, deductions, left) => {
  expect(salaryAfter(salary, deductions)).toBe(left)
})
