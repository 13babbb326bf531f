import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earnedFinanceCharge, paymentProblem } from './rules.ts'
import { paymentBody } from './schema.ts'

describe('a payment', () => {
  it.each([
    ['credit', 100_000, 100_000, undefined],
    ['credit', 100_000, 1, undefined],
    ['credit', 100_000, 100_001, 'El monto a pagar excede la deuda actual ($1,000.00).'],
    ['credit', 0, 1, 'La deuda ha sido saldada. No es necesario realizar más pagos.'],
    ['advance', 105_000, 105_000, undefined],
    ['advance', 105_000, 100_000, 'Un anticipo se liquida con un solo pago de todo lo que se debe.'],
  ] as const)(
    'of a %s with %s due, of amount %s, gives the message %s',
    (...[type, amount_due, amount_paid, message]) => {
      expect(paymentProblem({ type, amount_due, amount_paid })?.message).toBe(message)
    },
  )

  it.each([0, -1, undefined, 'mil'])('of %s is rejected as not above zero [B5.41]', (amount_paid) => {
    const result = paymentBody.safeParse({ loan_request: 1, amount_paid, previous_amount_due: 10 })
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'La cantidad pagada debe ser mayor a cero.',
    ])
  })
})

it('a payment earns its proportion of the finance charge, the last one the rest', () => {
  const first = {
    payment: 91_680,
    amount_due: 1_100_161,
    total_debt: 1_100_161,
    finance_charge: 100_161,
    unearned: 100_161,
  }
  expect(earnedFinanceCharge(first)).toBe(8347)
  expect(earnedFinanceCharge({ ...first, payment: 1_100_161 })).toBe(100_161)
})

it('a payoff earns the unearned finance charge less its discount', () => {
  const payoff = { payment: 600_000, amount_due: 650_000, total_debt: 1_100_161, finance_charge: 100_161 }
  expect(earnedFinanceCharge({ ...payoff, unearned: 70_000, discount: 50_000 })).toBe(20_000)
  expect(earnedFinanceCharge({ ...payoff, unearned: 70_000, discount: 49_999 })).toBe(54_625)
})

it('any series of payments earns the whole finance charge once', () => {
  const anySplit = fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(anySplit, fc.integer({ min: 0, max: 300_000 }), (payments, charge) => {
      const total_debt = payments.reduce((sum, payment) => sum + payment, 0)
      const finance_charge = Math.min(charge, total_debt)
      let amount_due = total_debt
      let unearned = finance_charge
      for (const payment of payments) {
        const earned = earnedFinanceCharge({ payment, amount_due, total_debt, finance_charge, unearned })
        expect(earned).toBeGreaterThanOrEqual(0)
        unearned -= earned
        amount_due -= payment
      }
      expect(unearned).toBe(0)
    }),
  )
})
