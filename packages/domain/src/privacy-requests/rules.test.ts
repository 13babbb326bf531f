import { expect, test } from 'vitest'
import { addBankDays } from '../mexico/holidays.ts'
import { answerDueOn, privacyFolio } from './rules.ts'

test.each([
  ['2026-11-02', '2026-12-01'], // The third Monday of November is a holiday.
  ['2026-12-01', '2026-12-30'], // Christmas between.
  ['2026-11-21', '2026-12-18'], // A Saturday.
])('a request of %s is answered by %s', (received, due) => {
  expect(answerDueOn(received)).toBe(due)
})

test('bank days leave out week-ends; none is the day itself', () => {
  expect(addBankDays('2026-11-20', 1)).toBe('2026-11-23')
  expect(addBankDays('2026-11-20', 0)).toBe('2026-11-20')
})

test('the folio names the kind', () => {
  expect(privacyFolio(12)).toBe('ARCO-000012')
})
