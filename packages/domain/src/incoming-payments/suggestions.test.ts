import { expect, test } from 'vitest'
import { amountReasons, payerWords, weightOf } from './suggestions.ts'

test.each([
  ['MARÍA LÓPEZ DE LA CRUZ', ['maria', 'lopez', 'cruz']],
  ['López,  María', ['lopez', 'maria']],
  ['TEXTILES', []],
  [null, []],
])('takes the words of the payer %s that say who it is', (name, words) => {
  expect(payerWords(name)).toEqual(words)
})

test('prefers the exact payoff to the exact payment, and neither to another amount', () => {
  const figures = { to_pay: { amount: 91_680 }, payoff: 1_000_000 }
  expect(amountReasons(1_000_000, figures)).toEqual(['payoff'])
  expect(amountReasons(91_680, figures)).toEqual(['amount'])
  expect(amountReasons(91_681, figures)).toEqual([])
  expect(amountReasons(91_680, { to_pay: null, payoff: 0 })).toEqual([])
})

test('weighs a folio above an account, a name and an amount together', () => {
  expect(weightOf(['folio'])).toBeGreaterThan(weightOf(['account', 'name', 'amount']))
  expect(weightOf([])).toBe(0)
})
