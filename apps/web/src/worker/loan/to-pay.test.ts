import { expect, test } from 'vitest'
import { toPayText, withNextPaymentText } from './to-pay.ts'

const to_pay = { by: '2026-12-15', amount: 110_000 }

test('names the next amount and its day', () => {
  expect(toPayText({ overdue: 0, to_pay })).toBe('$1,100.00 el 15 de diciembre')
  expect(withNextPaymentText({ overdue: 0, to_pay: null })).toBeNull()
})

test('names an overdue amount first, and the next payment with it beside', () => {
  const late = { overdue: 50_000, to_pay: { ...to_pay, amount: 160_000 } }
  expect(toPayText(late)).toBe('Vencido: $500.00')
  expect(withNextPaymentText(late)).toBe('Con tu pago del 15 de diciembre, son $1,600.00.')
})

test('names no next payment if everything left is overdue', () => {
  expect(withNextPaymentText({ overdue: 110_000, to_pay })).toBeNull()
})

test('is null if nothing is owed', () => {
  expect(toPayText({ overdue: 0, to_pay: null })).toBeNull()
})
