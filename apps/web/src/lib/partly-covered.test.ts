import { expect, it } from 'vitest'
import { partlyCovered } from './partly-covered.ts'

const schedule = [1, 2, 3].map((number) => ({
  ...{ number, due_date: `2027-0${number}-15`, payment: 10_000, principal: 9_000, interest: 1_000 },
  ...{ balance: 0, paid: false, version: 1 },
}))

it.each([
  [30_000, null],
  [27_500, { number: 1, missing: 7_500 }],
  [20_000, null],
  [12_000, { number: 2, missing: 2_000 }],
  [1, { number: 3, missing: 1 }],
  [0, null],
])('with %i centavos due finds the installment that is covered in part: %j', (amount_due, expected) => {
  const found = partlyCovered({ schedule, amount_due })
  expect(found && { number: found.row.number, missing: found.missing }).toEqual(expected)
})
