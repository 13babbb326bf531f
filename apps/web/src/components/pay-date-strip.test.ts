import { expect, test } from 'vitest'
import { filledOfHalves } from './pay-date-strip.tsx'

test.each([
  ['2026-11-06', [0.4, 0]],
  ['2026-11-15', [1, 0]],
  ['2026-11-30', [1, 1]],
  ['2027-02-28', [1, 1]],
])('at %s the filled shares of the halves are %j', (today, halves) => {
  expect(filledOfHalves(today)).toEqual(halves)
})
