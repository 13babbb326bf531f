import { expect, it } from 'vitest'
import { previewOf } from '../../../../../test/preview.ts'
import { choiceName, paymentsText, remainingFact } from './words.ts'

const { outcomes } = previewOf(600_000)
const [lower] = outcomes
if (lower === undefined) throw new Error('The preview has no outcome')

const figures = { ...lower, installments_left: 4, later_payment: 100_000 }
const to_pay = { by: '2026-12-21', amount: 100_000 }

it('names a shorter term by what it does: fewer payments, or the same ones with a lower last one', () => {
  expect(choiceName('shorter_term', outcomes)).toBe('Terminar antes')
  const sameTerm = outcomes.map((outcome) => ({ ...outcome, installments_left: 4 }))
  expect(choiceName('shorter_term', sameTerm)).toBe('Mantener mis pagos')
  expect(choiceName('lower_payment', sameTerm)).toBe('Bajar mis pagos')
})

it.each([
  [400_000, '4 pagos de $1,000.00'],
  [399_901, '4 pagos de $1,000.00'],
  [350_000, '4 pagos de $1,000.00, el último menor'],
])('with %i centavos left of four payments says %s', (new_amount_due, text) => {
  expect(paymentsText({ ...figures, new_amount_due })).toBe(text)
})

it.each([
  [100_000, 400_000, { label: 'Te quedan', text: '4 pagos de $1,000.00' }],
  [60_000, 360_000, { label: 'Después', text: '3 pagos de $1,000.00' }],
])('with %i centavos to pay of %i says %j', (amount, new_amount_due, fact) => {
  expect(remainingFact({ ...figures, new_amount_due, to_pay: { ...to_pay, amount } })).toEqual(fact)
})

it('says nothing about later payments if one is left', () => {
  expect(remainingFact({ ...figures, installments_left: 1, to_pay })).toBeNull()
})
