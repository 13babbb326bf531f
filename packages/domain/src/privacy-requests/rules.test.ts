import { expect, test } from 'vitest'
import { addBankDays } from '../mexico/holidays.ts'
import { answerDueOn, privacyFolio } from './rules.ts'

test.each([
  ['2026-11-02', '2026-12-01'], // The third Monday of November is a holiday.
  ['2026-12-01', '2026-12-30'], // Includes Christmas.
  ['2026-11-21', '2026-12-18'], // A Saturday.
])('answerDueOn of %s is %s', (received, due) => {
  expect(answerDueOn(received)).toBe(due)
})

test('addBankDays skips weekends and returns the day itself for 0', () => {
  expect(addBankDays('2026-11-20', 1)).toBe('2026-11-23')
  expect(addBankDays('2026-11-20', 0)).toBe('2026-11-20')
})

test('privacyFolio formats the number with the prefix ARCO', () => {
  expect(privacyFolio(12)).toBe('ARCO-000012')
})
