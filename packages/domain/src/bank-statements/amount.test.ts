import { expect, test } from 'vitest'
import { readAmountNumber, readAmountText } from './amount.ts'

test.each([
  ['$1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1 234.50', 123_450],
  ['1\u00a0234,50', 123_450],
  ['(200.00)', -20_000],
  ['$ (1,200.00)', -120_000],
  ['1234.5-', -123_450],
  ['-1,234', -123_400],
  ['- 12.00', -1_200],
  ['\u221215.10', -1_510],
  ['+15.10', 1_510],
  ['1,234,567.89 MXN', 123_456_789],
  ['M.N. 0.07', 7],
  ['.5', 50],
  ['1.234.567', 123_456_700],
  ["1'234.50", 123_450],
  ['1234,5', 123_450],
  ['１２.５０', 1_250],
  ['0.00', 0],
  ['-0.00', 0],
])('%s is read to the centavo', (text, expected) => {
  expect(readAmountText(text)).toEqual({ cents: expected })
})

test.each([
  ...['', 'abc', '12.34.5', '1,23,456.00', '12..3', '--5', '(-5)', '(5', '5 5', '1e5', '=1+1', '12 CR'],
  ...['1.234', '12.345', '1.2345', '1,234.567', '99999999999999', '٣٫٥'],
])('%s is refused', (text) => {
  expect(readAmountText(text)).toHaveProperty('problem')
})

test('a number of a spreadsheet is read without binary noise, and refused with fractions of a centavo', () => {
  expect(readAmountNumber(0.1 + 0.2)).toEqual({ cents: 30 })
  expect(readAmountNumber(-1234.56)).toEqual({ cents: -123_456 })
  expect(readAmountNumber(1.005)).toHaveProperty('problem')
  expect(readAmountNumber(1e12)).toHaveProperty('problem')
})
