import { expect, test } from 'vitest'
import {
  deductionText,
  type OtherLoan,
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

const terms = { type: 'credit', company: null, payDate: '2026-12-15', payment: 110_000 } as const

test.each([
  [
    { frequency: 'monthly', deduction: 55_000, missing: 110_000 },
    '$550.00 cada quincena. Dos descuentos hacen tu pago del mes.',
  ],
  [
    { frequency: 'monthly', deduction: 55_000, missing: 55_000 },
    '$550.00 en tu próxima quincena. Con eso completas este pago.',
  ],
  [
    { frequency: 'monthly', deduction: 1_680, missing: 1_680 },
    '$16.80 en tu próxima quincena. Con eso completas este pago.',
  ],
  [{ frequency: 'semimonthly', deduction: 110_000, missing: 110_000 }, '$1,100.00 cada quincena.'],
  [{ frequency: 'fourteen_days', deduction: 110_000, missing: 110_000 }, '$1,100.00 cada catorcena.'],
  [
    { frequency: 'weekly', deduction: 1_680, missing: 1_680 },
    '$16.80 en tu próxima semana. Con eso completas este pago.',
  ],
] as const)('how a credit with %o is deducted', (installments, how) => {
  const text = deductionText({ ...terms, ...installments })
  expect(text).toBe(`Te lo descuenta tu empresa de tu nómina: ${how} No tienes que hacer nada.`)
})

test('an advance is deducted on its pay date', () => {
  const whole = { deduction: 109_000, payment: 109_000, missing: 109_000, frequency: 'monthly' } as const
  expect(deductionText({ ...terms, ...whole, type: 'advance', company: 'Textiles' })).toBe(
    'Te lo descuenta Textiles de tu nómina del 15 de diciembre: $1,090.00. No tienes que hacer nada.',
  )
})

const credit: OtherLoan = {
  ...{ id: 1, state: 'active', type: 'credit', folio: 'C-000001', frequency: 'monthly' },
  ...{ deduction: 55_000, monthly_payment: 110_000, to_pay },
}
const advance: OtherLoan = { ...credit, id: 2, type: 'advance', folio: 'A-000002', deduction: 109_000 }

test('names what is deducted for other loans in force', () => {
  expect(otherDeductionsText([credit, advance], credit)).toBe(
    'Aparte, tu empresa te descuenta $1,090.00 el 15 de diciembre por tu anticipo A-000002.',
  )
  const half = { ...credit, id: 3, folio: 'C-000003', to_pay: { ...to_pay, amount: 55_000 } }
  expect(otherDeductionsText([credit, advance, half], advance)).toBe(
    'Aparte, tu empresa te descuenta $550.00 cada quincena por tu crédito C-000001 y $550.00 en tu próxima quincena por tu crédito C-000003.',
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
