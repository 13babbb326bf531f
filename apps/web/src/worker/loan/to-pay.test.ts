import { expect, test } from 'vitest'
import {
  type Deducted,
  deductionText,
  otherDeductionsText,
  toPayText,
  withNextPaymentText,
} from './to-pay.ts'

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

test.each([
  ['monthly' as const, ': $550.00 cada quincena. Dos descuentos hacen tu pago del mes.'],
  ['semimonthly' as const, ': $550.00 cada quincena.'],
  ['weekly' as const, ': $550.00 cada semana.'],
])('says how a %s credit is deducted', (frequency, how) => {
  const terms = {
    type: 'credit',
    frequency,
    company: null,
    deduction: 55_000,
    payDate: '2026-12-15',
  } as const
  expect(deductionText(terms)).toBe(`Te lo descuenta tu empresa de tu nómina${how} No tienes que hacer nada.`)
})

const credit: Deducted = {
  ...{ id: 1, state: 'active', type: 'credit', folio: 'C-000001', frequency: 'monthly' },
  ...{ deduction: 55_000, to_pay },
}
const advance: Deducted = { ...credit, id: 2, type: 'advance', folio: 'A-000002', deduction: 109_000 }

test('names what is deducted for other loans in force', () => {
  expect(otherDeductionsText([credit, advance], credit)).toBe(
    'Aparte te descuenta $1,090.00 el 15 de diciembre de tu anticipo A-000002.',
  )
  expect(otherDeductionsText([credit, advance, { ...credit, id: 3, folio: 'C-000003' }], credit)).toBe(
    'Aparte te descuenta $1,090.00 el 15 de diciembre de tu anticipo A-000002 y $550.00 cada quincena de tu crédito C-000003.',
  )
})

test.each([
  { id: 1 },
  { state: 'approved' },
  { state: 'completed' },
  { deduction: null },
  { to_pay: null },
] as const)('names no deduction of %o', (other) =>
  expect(otherDeductionsText([credit, { ...advance, ...other }], credit)).toBeNull(),
)
