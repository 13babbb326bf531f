import { expect, test } from 'vitest'
import { dayAfterKey, inMonth, weeksAround } from './calendar-days.ts'

test('a month is shown in six weeks that begin on Sunday', () => {
  const weeks = weeksAround('2026-11-19')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([
    ...['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'],
    ...['2026-11-06', '2026-11-07'],
  ])
  expect(weeks[5]?.[6]).toBe('2026-12-12')
  expect(weeksAround('2024-02-29')[0]?.[0]).toBe('2024-01-28')
})

test.each([
  ['ArrowLeft', '2026-02-28'],
  ['ArrowRight', '2026-03-02'],
  ['ArrowUp', '2026-02-22'],
  ['ArrowDown', '2026-03-08'],
  ['Home', '2026-03-01'],
  ['End', '2026-03-07'],
  ['PageUp', '2026-02-01'],
  ['PageDown', '2026-04-01'],
  ['a', null],
])('from Sunday 1 March, %s leads to %s', (key, day) => {
  expect(dayAfterKey('2026-03-01', key)).toBe(day)
})

test('the 31st of a month that has none is its last day', () => {
  expect(inMonth('2026-03-31', { month: 2 })).toBe('2026-02-28')
  expect(inMonth('2024-02-29', { year: 2025 })).toBe('2025-02-28')
  expect(dayAfterKey('2026-03-31', 'PageDown')).toBe('2026-04-30')
})
