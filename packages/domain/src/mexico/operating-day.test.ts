import { describe, expect, test } from 'vitest'
import { isBankDay, operatingDay } from './holidays.ts'
import { isNightlyPause, possibleOperatingDays, runningDay } from './operating-day.ts'

const at = (instant: string, bank_days = true) => ({ now: Temporal.Instant.from(instant), bank_days })

describe('isBankDay', () => {
  test.each([
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-16', false],
    ['2026-02-02', false],
    ['2026-02-09', true],
    ['2026-03-16', false],
    ['2026-04-01', true],
    ['2026-04-02', false],
    ['2026-04-03', false],
    ['2026-04-06', true],
    ['2025-04-17', false],
    ['2027-03-26', false],
    ['2026-05-01', false],
    ['2026-09-16', false],
    ['2026-11-02', false],
    ['2024-12-12', false],
    ['2026-12-25', false],
    ['2024-10-01', false],
    ['2030-10-01', false],
    ['2026-10-01', true],
  ])('the day %s is a bank day: %s', (day, open) => {
    expect(isBankDay(day)).toBe(open)
  })
})

describe('operatingDay', () => {
  test.each([
    ['2026-11-19T16:00:00Z', '2026-11-19', 'a Thursday morning'],
    ['2026-11-19T23:59:59Z', '2026-11-19', 'one second before the cut'],
    ['2026-11-20T00:00:00Z', '2026-11-20', 'the cut, 18:00 in Mexico City'],
    ['2026-11-21T00:00:00Z', '2026-11-23', 'a Friday after the cut'],
    ['2026-11-22T16:00:00Z', '2026-11-23', 'a Sunday'],
    ['2026-04-02T01:00:00Z', '2026-04-06', 'Wednesday evening of Holy Week'],
    ['2026-11-01T16:00:00Z', '2026-11-03', 'a Sunday before 2 November'],
    ['2025-12-12T00:00:00Z', '2025-12-15', 'Thursday evening before a Friday 12 December'],
  ])('an order sent at %s is booked on %s: %s', (instant, day) => {
    expect(operatingDay(instant)).toBe(day)
  })
})

describe('possibleOperatingDays', () => {
  test.each([
    ['2026-11-19T16:00:00Z', ['2026-11-19']],
    ['2026-11-19T23:56:00Z', ['2026-11-19', '2026-11-20']],
    ['2026-11-20T00:04:00Z', ['2026-11-19', '2026-11-20']],
    ['2026-11-20T00:06:00Z', ['2026-11-20']],
    ['2026-11-20T23:59:00Z', ['2026-11-20', '2026-11-23']],
    ['2026-12-11T23:59:00Z', ['2026-12-11', '2026-12-14']],
    ['2026-04-01T23:59:00Z', ['2026-04-01', '2026-04-06']],
  ])('an order sent at %s may be booked on %j', (instant, days) => {
    expect(possibleOperatingDays(at(instant))).toEqual(days)
  })

  test('without bank days returns calendar days, two around midnight', () => {
    expect(possibleOperatingDays(at('2026-11-21T00:01:00Z', false))).toEqual(['2026-11-20'])
    expect(possibleOperatingDays(at('2026-11-22T05:58:00Z', false))).toEqual(['2026-11-21', '2026-11-22'])
  })
})

describe('runningDay', () => {
  test.each([
    ['2026-11-20T23:59:59Z', true, '2026-11-20'],
    ['2026-11-21T00:00:00Z', true, '2026-11-23'],
    ['2026-11-21T00:00:00Z', false, '2026-11-20'],
    ['2026-11-22T16:00:00Z', false, '2026-11-22'],
  ])('at %s, with bank days %s, returns %s', (instant, bank_days, day) => {
    expect(runningDay(at(instant, bank_days))).toBe(day)
  })
})

describe('isNightlyPause', () => {
  test.each([
    ['2026-11-20T05:54:59Z', false],
    ['2026-11-20T05:55:00Z', true],
    ['2026-11-20T06:00:00Z', true],
    ['2026-11-20T06:04:59Z', true],
    ['2026-11-20T06:05:00Z', false],
    ['2026-11-20T18:00:00Z', false],
  ])('at %s returns %s', (instant, paused) => {
    expect(isNightlyPause(at(instant))).toBe(paused)
    expect(isNightlyPause(at(instant, false))).toBe(false)
  })
})
