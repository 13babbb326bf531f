import { describe, expect, it } from 'vitest'
import { nextPayment, paidLabel, paidOf } from './progress.ts'

describe('paidOf', () => {
  it('counts payments out of installments, all of them if completed [E2.25]', () => {
    expect(paidOf({ payments_count: 3, installments: 12, completed: false })).toEqual({ value: 3, total: 12 })
    expect(paidOf({ payments_count: 2, installments: 6, completed: true })).toEqual({ value: 6, total: 6 })
    expect(paidOf({ payments_count: 5, installments: 3, completed: false })).toEqual({ value: 3, total: 3 })
  })

  it('formats the progress in Spanish with the right plural', () => {
    expect(paidLabel({ value: 3, total: 12 })).toBe('3 de 12 pagos')
    expect(paidLabel({ value: 0, total: 1 })).toBe('0 de 1 pago')
  })
})

describe('nextPayment', () => {
  const credit = {
    amount_due: 1_263_783,
    installments: 6,
    monthly_payment: 210_630,
    payments_count: 0,
    suggested_payment: 210_631,
  }

  it('returns the contract’s payment if the suggestion differs by one centavo', () => {
    expect(nextPayment(credit)).toBe(210_630)
  })

  it('returns the amount due for the last installment', () => {
    expect(
      nextPayment({ ...credit, amount_due: 210_633, payments_count: 5, suggested_payment: 210_633 }),
    ).toBe(210_633)
  })

  it('returns the suggestion if less was paid than agreed', () => {
    expect(
      nextPayment({ ...credit, amount_due: 1_163_783, payments_count: 1, suggested_payment: 232_757 }),
    ).toBe(232_757)
  })

  it('returns the whole amount due for an advance', () => {
    const advance = { ...credit, amount_due: 115_000, installments: 1, monthly_payment: null }
    expect(nextPayment(advance)).toBe(115_000)
  })
})
