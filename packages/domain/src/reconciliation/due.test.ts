import { describe, expect, test } from 'vitest'
import { type DayRow, dueDays, isWhole, windowStart } from './due.ts'

const at = (now: string, bank_days = true) => ({ now: Temporal.Instant.from(now), bank_days })
/** 18:20 in Mexico City, on a Friday after Monday's bank holiday. */
const fridayEvening = at('2026-11-21T00:20:00Z')
const lastTen = [
  ...['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-13'],
  ...['2026-11-12', '2026-11-11', '2026-11-10', '2026-11-09', '2026-11-06'],
]

function rowOf(operation_date: string, given: Partial<DayRow> = {}): DayRow {
  return { operation_date, state: 'done', checked_at: '2026-11-21T00:10:00Z', open_differences: 0, ...given }
}
const all = (given: Partial<DayRow> = {}) => lastTen.map((day) => rowOf(day, given))

test('at first, the last ten bank days, newest first; the running day is left out', () => {
  expect(dueDays(fridayEvening, [], [])).toEqual(lastTen)
  expect(dueDays(at('2026-11-20T20:00:00Z'), [], [])[0]).toBe('2026-11-19')
  expect(windowStart(fridayEvening)).toBe('2026-11-06')
})

test('within five minutes of the cut the ending day is not over', () => {
  expect(dueDays(at('2026-11-21T00:03:00Z'), [], [])[0]).toBe('2026-11-19')
})

describe('a day that was compared', () => {
  const others = (day: string, given: Partial<DayRow>) =>
    all().map((row) => (row.operation_date === day ? { ...row, ...given } : row))
  test.each<[string, Partial<DayRow>, boolean]>([
    ['today, whole', {}, false],
    ['while it was still running', { checked_at: '2026-11-20T20:00:00Z' }, true],
    ['and whose last attempt failed', { state: 'failed' }, true],
    ['and is being compared', { state: 'running', checked_at: null }, false],
    ['and waits', { state: 'queued', checked_at: null }, false],
  ])('%s', (_name, given, is_due) => {
    expect(dueDays(fridayEvening, others('2026-11-20', given), [])).toEqual(is_due ? ['2026-11-20'] : [])
  })
})

test('on the next bank day: the last five again, whose orders may still come back, and any with differences', () => {
  const monday = at('2026-11-23T14:20:00Z')
  const rows = all().map((row) =>
    row.operation_date === '2026-11-09' ? { ...row, open_differences: 2 } : row,
  )
  const recent = ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-13']
  expect(dueDays(monday, rows, [])).toEqual([...recent, '2026-11-09'])
  expect(dueDays(at('2026-11-21T14:20:00Z'), rows, [])).toEqual([])
})

test('an old day with a difference is compared again; never more than twelve days at once', () => {
  const old = rowOf('2026-09-01', { open_differences: 1, checked_at: '2026-11-19T15:00:00Z' })
  expect(dueDays(fridayEvening, [...all(), old], [])).toEqual(['2026-09-01'])
  const many = Array.from({ length: 20 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
  expect(dueDays(fridayEvening, [], many)).toHaveLength(12)
})

test('a day with orders counts whatever day it is; a stand-in with plain days has every day', () => {
  expect(dueDays(fridayEvening, all(), ['2026-11-15'])).toEqual(['2026-11-15'])
  expect(dueDays(at('2026-11-21T18:20:00Z', false), [], []).slice(0, 2)).toEqual(['2026-11-20', '2026-11-19'])
  expect(dueDays(at('2026-11-23T18:20:00Z', false), [], []).slice(0, 2)).toEqual(['2026-11-22', '2026-11-21'])
})

test('a list is whole once its day is over', () => {
  expect(isWhole({ operation_date: '2026-11-20', checked_at: '2026-11-21T00:04:59Z' })).toBe(false)
  expect(isWhole({ operation_date: '2026-11-20', checked_at: '2026-11-21T00:05:00Z' })).toBe(true)
  expect(isWhole({ operation_date: '2026-11-20', checked_at: null })).toBe(false)
})
