import { describe, expect, test } from 'vitest'
import { isBankDay, operatingDay } from './holidays.ts'
import { possibleOperatingDays } from './operating-day.ts'

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
  ])('%s: %s', (day, open) => {
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
  ])('%s -> %s: %s', (instant, day) => {
    expect(operatingDay(instant)).toBe(day)
  })
})

describe('possibleOperatingDays', () => {
  test.each([
    ['2026-11-19T16:00:00Z', ['2026-11-19']],
    ['2026-11-19T23:56:00Z', ['2026-11-19', '2026-11-20']],
    ['2026-11-20T00:04:00Z', ['2026-11-19', '2026-11-20']],
    ['2026-11-20T00:06:00Z', ['2026-11-20']],
  ])('%s', (instant, days) => {
    expect(possibleOperatingDays(instant)).toEqual(days)
  })
})
