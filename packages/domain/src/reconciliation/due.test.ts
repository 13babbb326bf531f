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

test('without rows, the last ten bank days are due, newest first, after the running day on its date', () => {
  expect(dueDays(fridayEvening, [], [])).toEqual(lastTen)
  expect(dueDays(at('2026-11-20T20:00:00Z'), [], []).slice(0, 2)).toEqual(['2026-11-20', '2026-11-19'])
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
  const recent = ['2026-11-23', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-13']
  expect(dueDays(monday, rows, [])).toEqual([...recent, '2026-11-09'])
  const afterEvening = all({ checked_at: '2026-11-21T01:20:00Z', open_differences: 1 })
  expect(dueDays(at('2026-11-21T14:20:00Z'), afterEvening, [])).toEqual([])
})

test('an old day with a difference is due, and never more than twelve days at once', () => {
  const old = rowOf('2026-09-01', { open_differences: 1, checked_at: '2026-11-19T15:00:00Z' })
  expect(dueDays(fridayEvening, [...all(), old], [])).toEqual(['2026-09-01'])
  const many = Array.from({ length: 20 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
  expect(dueDays(fridayEvening, [], many)).toHaveLength(12)
})

test('a weekend day with orders is due, and every day without bank days', () => {
  expect(dueDays(fridayEvening, all(), ['2026-11-15'])).toEqual(['2026-11-15'])
  expect(dueDays(at('2026-11-21T18:20:00Z', false), [], []).slice(0, 2)).toEqual(['2026-11-21', '2026-11-20'])
  expect(dueDays(at('2026-11-23T18:20:00Z', false), [], []).slice(0, 2)).toEqual(['2026-11-23', '2026-11-22'])
})

test('isWhole is true from five minutes after the cut', () => {
  expect(isWhole({ operation_date: '2026-11-20', checked_at: '2026-11-21T00:04:59Z' })).toBe(false)
  expect(isWhole({ operation_date: '2026-11-20', checked_at: '2026-11-21T00:05:00Z' })).toBe(true)
  expect(isWhole({ operation_date: '2026-11-20', checked_at: null })).toBe(false)
})

describe('the running day', () => {
  const noon = at('2026-11-20T18:20:00Z')
  const rows = (changes: Partial<DayRow>) => [
    ...all({ checked_at: '2026-11-20T15:00:00Z' }).filter(
      ({ operation_date }) => operation_date < '2026-11-20',
    ),
    rowOf('2026-11-05', { checked_at: '2026-11-20T15:00:00Z' }),
    rowOf('2026-11-20', changes),
  ]
  test.each<[string, Partial<DayRow>, boolean]>([
    ['compared an hour ago', { checked_at: '2026-11-20T17:20:30Z' }, true],
    ['compared half an hour ago', { checked_at: '2026-11-20T17:50:00Z' }, false],
    ['whose comparison failed', { checked_at: '2026-11-20T18:10:00Z', state: 'failed' }, true],
    ['that is being compared', { checked_at: null, state: 'running' }, false],
  ])('%s is due: %o %s', (_name, changes, is_due) => {
    expect(dueDays(noon, rows(changes), [])).toEqual(is_due ? ['2026-11-20'] : [])
  })

  test('of the next bank day is due on the evening before once it has orders', () => {
    const rowsBefore = all({ checked_at: '2026-11-21T01:30:00Z' })
    const saturday = at('2026-11-21T18:20:00Z')
    expect(dueDays(saturday, rowsBefore, [])).toEqual([])
    expect(dueDays(saturday, rowsBefore, ['2026-11-23'])).toEqual(['2026-11-23'])
  })
})

describe('a finished day that was compared whole', () => {
  const of = (now: string, checked_at: string) =>
    dueDays(at(now), all({ checked_at }), []).includes('2026-11-19')
  test.each<[string, string, boolean]>([
    ['2026-11-20T00:20:00Z', '2026-11-20T00:20:00Z', false],
    ['2026-11-20T01:20:00Z', '2026-11-20T00:20:00Z', true],
    ['2026-11-20T06:20:00Z', '2026-11-20T01:20:00Z', false],
    ['2026-11-20T14:20:00Z', '2026-11-20T01:20:00Z', true],
    ['2026-11-20T15:20:00Z', '2026-11-20T14:20:00Z', false],
    ['2026-11-21T14:20:00Z', '2026-11-20T14:20:00Z', false],
  ])('at %s, compared at %s, is due: %s', (now, checked_at, is_due) => {
    expect(of(now, checked_at)).toBe(is_due)
  })
})
