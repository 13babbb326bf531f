import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  businessDay,
  daysBetween,
  daysToPayDate,
  isPayDate,
  localClockMs,
  nextPayDate,
  offerExpiresOn,
  TIME_ZONE,
  weekdayOf,
} from './dates.ts'

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

describe('businessDay', () => {
  it.each([
    ['2026-11-20T05:59:59Z', '2026-11-19'],
    ['2026-11-20T06:00:00Z', '2026-11-20'],
    ['2026-01-01T05:00:00.123Z', '2025-12-31'],
  ])('of %s is %s', (instant, day) => {
    expect(businessDay(instant)).toBe(day)
    expect(businessDay(Temporal.Instant.from(instant))).toBe(day)
  })
})

describe('days are those of Temporal', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  const anyOldDay = day.map((date) => date.toISOString().slice(0, 10))

  it('with days and months added, and counted', () => {
    fc.assert(
      fc.property(anyOldDay, fc.integer({ min: -5000, max: 5000 }), (text, n) => {
        const date = Temporal.PlainDate.from(text)
        expect(addDays(text, n)).toBe(date.add({ days: n }).toString())
        expect(addMonths(text, Math.trunc(n / 20))).toBe(date.add({ months: Math.trunc(n / 20) }).toString())
        expect(daysBetween(text, date.add({ days: n }).toString())).toBe(n)
        expect(weekdayOf(text)).toBe(date.dayOfWeek)
      }),
    )
  })

  it('at any instant, also in summers when the clocks were changed', () => {
    const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, (date) => {
        const local = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(TIME_ZONE)
        expect(businessDay(date.toISOString())).toBe(local.toPlainDate().toString())
        expect(new Date(localClockMs(date.toISOString())).toISOString()).toBe(
          `${local.toPlainDateTime().toString({ fractionalSecondDigits: 3 })}Z`,
        )
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ...['2026-02-30', '2026-2-03', '2026-13-01', '2026-01/01', '2026-01 01', '2026-01-1 '],
    ...['', 'mañana', '2026-01-01T00:00:00Z'],
  ])('rejects %j', (text) => {
    expect(() => addDays(text, 1)).toThrow(RangeError)
    expect(() => addMonths(text, 1)).toThrow(RangeError)
    expect(() => daysBetween(text, '2026-01-01')).toThrow(RangeError)
    expect(() => nextPayDate(text)).toThrow(RangeError)
  })
})

it.each(['2026-07-01', '2026-07-01T10:00:00', 'hoy', ''])('%j is no instant', (text) => {
  expect(() => businessDay(text)).toThrow(RangeError)
})

describe('the next pay date', () => {
  it.each([
    ['2026-11-01', '2026-11-15', 14],
    ['2026-11-14', '2026-11-15', 1],
    ['2026-11-15', '2026-11-30', 15],
    ['2026-11-16', '2026-11-30', 14],
    ['2026-11-30', '2026-12-15', 15],
    ['2026-12-31', '2027-01-15', 15],
    ['2026-02-28', '2026-03-15', 15],
    ['2028-02-28', '2028-02-29', 1],
    ['2026-01-15', '2026-01-31', 16],
  ])('after %s is %s, %s days later [E9.12]', (today, pay_date, days) => {
    expect(nextPayDate(today)).toBe(pay_date)
    expect(daysToPayDate(today)).toBe(days)
  })

  it.each([
    ['2026-11-14', false],
    ['2026-11-15', true],
    ['2026-11-29', false],
    ['2026-11-30', true],
    ['2026-12-30', false],
    ['2026-12-31', true],
    ['2028-02-28', false],
    ['2028-02-29', true],
  ])('isPayDate of %s is %s', (day, answer) => expect(isPayDate(day)).toBe(answer))

  it('is the 15th or the last day of a month, 1 to 16 days away, for any day', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const next = nextPayDate(today)
        const days = daysToPayDate(today)
        expect(days).toBeGreaterThanOrEqual(1)
        expect(days).toBeLessThanOrEqual(16)
        expect(next.endsWith('-15') || addDays(next, 1).endsWith('-01')).toBe(true)
      }),
    )
  })
})

it('daysBetween is negative when the second day is earlier', () => {
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1)
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1)
})

it('an offer expires after the pay date of an advance, or 30 days after the approval of a credit', () => {
  expect(offerExpiresOn('advance', '2026-11-15')).toBe('2026-11-30')
  expect(offerExpiresOn('credit', '2026-11-15')).toBe('2026-12-15')
})
