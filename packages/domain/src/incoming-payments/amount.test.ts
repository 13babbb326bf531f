import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactCents } from './amount.ts'

it.each([
  ['1234.56', 123_456],
  ['1234.5', 123_450],
  ['1234', 123_400],
  ['1234.5600', 123_456],
  ['0.29', 29],
  ['0.1', 10],
  ['1.15', 115],
  [' 8.20 ', 820],
  ['1.23456789E7', 1_234_567_890],
  ['1E+3', 100_000],
  ['2900E-2', 2900],
  ['9999999999.99', 999_999_999_999],
  ['10000000000.00', null],
  ['1.005', null],
  ['0', null],
  ['0.00', null],
  ['-5', null],
  ['1,234.56', null],
  ['', null],
  ['mil', null],
  ['1E99', null],
  ['1E-5', null],
])('%j is %j centavos', (text, cents) => {
  expect(exactCents(text)).toBe(cents)
})

it('takes every amount that can be written with two decimals, to the centavo', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (cents) => {
      const digits = String(cents).padStart(3, '0')
      expect(exactCents(`${digits.slice(0, -2)}.${digits.slice(-2)}`)).toBe(cents)
    }),
  )
})
