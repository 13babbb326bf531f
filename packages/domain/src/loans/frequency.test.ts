import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, isPayDate } from '../dates.ts'
import { dueDates, FREQUENCIES } from './frequency.ts'

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
const anyTerms = fc.record({
  start: anyDay,
  frequency: fc.constantFrom(...FREQUENCIES),
  installments: fc.integer({ min: 1, max: 52 }),
})

it.each([
  ['monthly', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['monthly', '2026-11-20', ['2026-12-20', '2027-01-20', '2027-02-20']],
  ['semimonthly', '2026-11-20', ['2026-11-30', '2026-12-15', '2026-12-31']],
  ['semimonthly', '2027-02-15', ['2027-02-28', '2027-03-15', '2027-03-31']],
  ['fourteen_days', '2026-11-20', ['2026-12-04', '2026-12-18', '2027-01-01']],
  ['weekly', '2026-12-25', ['2027-01-01', '2027-01-08', '2027-01-15']],
] as const)('%s due dates after %s are %j', (frequency, start, days) => {
  expect(dueDates({ start, frequency, installments: 3 })).toEqual(days)
})

it.each([
  ['monthly', '2026-12-31', ['2026-12-31', '2027-01-31', '2027-02-28']],
  ['semimonthly', '2026-12-15', ['2026-12-15', '2026-12-31', '2027-01-15']],
  ['fourteen_days', '2026-12-10', ['2026-12-10', '2026-12-24', '2027-01-07']],
  ['weekly', '2026-12-10', ['2026-12-10', '2026-12-17', '2026-12-24']],
] as const)('%s due dates with a first one on %s are %j', (frequency, first_due, days) => {
  expect(dueDates({ start: '2026-11-20', frequency, installments: 3, first_due })).toEqual(days)
})

it('due dates rise without repeats from the start', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const days = [terms.start, ...dueDates(terms)]
      expect(days).toHaveLength(terms.installments + 1)
      expect([...days].sort()).toEqual(days)
      expect(new Set(days).size).toBe(days.length)
    }),
  )
})

it('semimonthly due dates are pay dates', () => {
  fc.assert(
    fc.property(anyDay, (start) => {
      const days = dueDates({ start, frequency: 'semimonthly', installments: 6 })
      expect(days.filter((day) => !isPayDate(day))).toEqual([])
    }),
  )
})
