import { expect, test } from 'vitest'
import { readTypedAmount } from './typed-amount.ts'

const payoff = 1_234_567

test.each([
  ['6000', 600_000],
  ['$6,000.50', 600_050],
  [' 12345.67 ', payoff],
])('reads %s as an amount', (text, amount) => {
  expect(readTypedAmount(text, payoff)).toEqual({ amount })
})

test.each([
  ['0', 'La cantidad pagada debe ser mayor a cero.'],
  ['-5', 'La cantidad pagada debe ser mayor a cero.'],
  ['mucho', 'La cantidad pagada debe ser mayor a cero.'],
  ['10.005', 'Debe ser una cantidad en pesos con hasta 2 decimales'],
  ['12345.68', 'Hoy se liquida con $12,345.67.'],
])('refuses %s', (text, problem) => {
  expect(readTypedAmount(text, payoff)).toEqual({ problem })
})

test.each(['', ' ', '$'])('takes «%s» for an empty field', (text) => {
  expect(readTypedAmount(text, payoff)).toBeNull()
})
