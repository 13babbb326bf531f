import { expect, test } from 'vitest'
import { DEFAULT_DAILY_LIMITS, fitsDailyLimit, isLimited } from './limits.ts'
import { ORDER_PURPOSES } from './rules.ts'

const limits = { ...DEFAULT_DAILY_LIMITS, refund: 100_000, return: 0 }

test.each([
  [0, 100_000, true],
  [60_000, 40_000, true],
  [60_000, 40_001, false],
  [100_000, 1, false],
])('beside %i sent centavos a refund of %i under a limit of 100,000 fits: %s', (sent, amount, fits) => {
  expect(fitsDailyLimit(limits, { purpose: 'refund', amount, sent })).toBe(fits)
})

test('no order fits a limit of 0', () => {
  expect(fitsDailyLimit(limits, { purpose: 'return', amount: 1, sent: 0 })).toBe(false)
})

test('every purpose but payouts has a limit', () => {
  expect(ORDER_PURPOSES.filter(isLimited)).toEqual(['refund', 'verification', 'return'])
})
