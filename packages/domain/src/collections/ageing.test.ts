import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { daysLate } from '../loans/delinquency.ts'
import { AGES, type Age, ageOf } from './ageing.ts'

const today = '2026-11-20'

test.each<[number, Age]>([
  [1, 'late_1'],
  [7, 'late_1'],
  [8, 'late_8'],
  [30, 'late_8'],
  [31, 'late_31'],
  [60, 'late_31'],
  [61, 'late_61'],
  [90, 'late_61'],
  [91, 'late_91'],
  [4000, 'late_91'],
])('a late loan that was due %i days ago is in %s, by its days late', (days, age) => {
  const loan = {
    state: 'overdue' as const,
    next_payment_date: addDays(today, -days),
    in_clarification: false,
  }
  expect(daysLate(loan, today)).toBe(days)
  expect(ageOf(loan, today)).toBe(age)
})

test.each<[number, Age | undefined]>([
  [-3, 'in_grace'],
  [0, 'due_today'],
  [1, 'due_in_7'],
  [7, 'due_in_7'],
  [8, undefined],
])('a loan that is not late and falls due in %i days is in %s', (days, age) => {
  expect(ageOf({ state: 'active', next_payment_date: addDays(today, days) }, today)).toBe(age)
})

test('each due or late loan has exactly one age, on every day of four months', () => {
  for (const state of ['active', 'overdue'])
    for (let days = -120; days <= 7; days += 1) {
      if (state === 'overdue' && days >= 0) continue
      const loan = { state, next_payment_date: addDays(today, days) }
      const ages = AGES.filter((age) => ageOf(loan, today) === age)
      expect([state, days, ages.length]).toEqual([state, days, 1])
    }
})
