import { describe, expect, test } from 'vitest'
import { type DayRow, dueDays, isWhole, windowStart } from './due.ts'

const at = (now: string, bank_days = true) => ({ now: Temporal.Instant.from(now), bank_days })
/** Friday, 18:20 in Mexico City; the Monday of that week is a bank holiday. */
const fridayEvening = at('2026-11-21T00:20:00Z')
const lastTen = [
  ...['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-13'],
  ...['2026-11-12', '2026-11-11', '2026-11-10', '2026-11-09', '2026-11-06'],
]

function rowOf(operation_date: string, changes: Partial<DayRow> = {}): DayRow {
  return {
    operation_date,
    state: 'done',
    checked_at: '2026-11-21T00:10:00Z',
    open_differences: 0,
    ...changes,
  }
}
const all = (changes: Partial<DayRow> = {}) => lastTen.map((day) => rowOf(day, changes))

test('without rows, the last ten bank days are due, newest first, without the running day', () => {
  expect(dueDays(fridayEvening, [], [])).toEqual(lastTen)
  expect(dueDays(at('2026-11-20T20:00:00Z'), [], [])[0]).toBe('2026-11-19')
  expect(windowStart(fridayEvening)).toBe('2026-11-06')
})

test('until five minutes after the cut, the ending day is not due', () => {
  expect(dueDays(at('2026-11-21T00:03:00Z'), [], [])[0]).toBe('2026-11-19')
})

describe('dueDays with a compared day', () => {
  const others = (day: string, changes: Partial<DayRow>) =>
    all().map((row) => (row.operation_date === day ? { ...row, ...changes } : row))
  test.each<[string, Partial<DayRow>, boolean]>([
    ['compared whole today', {}, false],
    ['compared while it was still running', { checked_at: '2026-11-20T20:00:00Z' }, true],
    ['whose last comparison failed', { state: 'failed' }, true],
    ['that is being compared', { state: 'running', checked_at: null }, false],
    ['that is queued', { state: 'queued', checked_at: null }, false],
  ])('decides on a day %s', (_name, changes, is_due) => {
    expect(dueDays(fridayEvening, others('2026-11-20', changes), [])).toEqual(is_due ? ['2026-11-20'] : [])
  })
})

test('on the next bank day, the last five days and each day with differences are due again', () => {
  const monday = at('2026-11-23T14:20:00Z')
  const rows = all().map((row) =>
    row.operation_date === '2026-11-09' ? { ...row, open_differences: 2 } : row,
  )
  const recent = ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-13']
  expect(dueDays(monday, rows, [])).toEqual([...recent, '2026-11-09'])
  expect(dueDays(at('2026-11-21T14:20:00Z'), rows, [])).toEqual([])
})

test('an old day with a difference is due, and never more than twelve days at once', () => {
  const old = rowOf('2026-09-01', { open_differences: 1, checked_at: '2026-11-19T15:00:00Z' })
  expect(dueDays(fridayEvening, [...all(), old], [])).toEqual(['2026-09-01'])
  const many = Array.from({ length: 20 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
  expect(dueDays(fridayEvening, [], many)).toHaveLength(12)
})

test('a weekend day with orders is due, and every day without bank days', () => {
  expect(dueDays(fridayEvening, all(), ['2026-11-15'])).toEqual(['2026-11-15'])
  expect(dueDays(at('2026-11-21T18:20:00Z', false), [], []).slice(0, 2)).toEqual(['2026-11-20', '2026-11-19'])
  expect(dueDays(at('2026-11-23T18:20:00Z', false), [], []).slice(0, 2)).toEqual(['2026-11-22', '2026-11-21'])
})

test('isWhole is true from five minutes after the cut', () => {
  expect(isWhole({ operation_date: '2026-11-20', checked_at: '2026-11-21T00:04:59Z' })).toBe(false)
  expect(isWhole({ operation_date: '2026-11-20', checked_at: '2026-11-21T00:05:00Z' })).toBe(true)
  expect(isWhole({ operation_date: '2026-11-20', checked_at: null })).toBe(false)
})
