import { dueDates, FREQUENCIES } from '@quincena/domain/loans/frequency'
import { describe, expect, it, test } from 'vitest'
import { paidLabel, paidOf } from './progress.ts'

const loan = {
  ...{ installments: 12, frequency: 'monthly' as const, completed: false },
  ...{ next_payment_date: '2027-03-15', payment_deadline: '2027-11-15' },
}

describe('paidOf', () => {
  it('counts payments out of installments, all of them if completed [E2.25]', () => {
    expect(paidOf(loan)).toEqual({ value: 3, total: 12 })
    expect(paidOf({ ...loan, completed: true, next_payment_date: null })).toEqual({ value: 12, total: 12 })
  })

  test.each(FREQUENCIES)('counts the due dates before the next payment of a %s loan', (frequency) => {
    for (const start of ['2026-11-30', '2026-12-31', '2027-01-15']) {
      const days = dueDates({ start, frequency, installments: 12 })
      const payment_deadline = days.at(-1) ?? ''
      const counted = days.map(
        (next_payment_date) => paidOf({ ...loan, frequency, next_payment_date, payment_deadline }).value,
      )
      expect(counted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    }
  })

  it('leaves an advance that is paid in part at 0 of 1', () => {
    const day = '2026-11-30'
    const advance = { ...loan, installments: 1, next_payment_date: day, payment_deadline: day }
    expect(paidOf(advance)).toEqual({ value: 0, total: 1 })
  })

  it('is 0 while nothing falls due', () => {
    expect(paidOf({ ...loan, next_payment_date: null })).toEqual({ value: 0, total: 12 })
  })
})

it('formats the progress in Spanish with the right plural', () => {
  expect(paidLabel({ value: 3, total: 12 })).toBe('3 de 12 pagos')
  expect(paidLabel({ value: 0, total: 1 })).toBe('0 de 1 pago')
})
