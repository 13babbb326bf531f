import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type AdvancePrice,
  advancePriceOf,
  advanceProblem,
  type CommissionStep,
  commissionOf,
  commissionStepsText,
  nearestOffered,
  offeredRange,
  offeredRanges,
  stepsProblem,
} from './advance-price.ts'

const single: AdvancePrice = { commission: 15_000, commission_steps: null, advance_cost_ceiling: 0.3 }
const steps: CommissionStep[] = [
  { up_to: 100_000, commission: 10_000 },
  { up_to: 500_000, commission: 30_000 },
  { up_to: null, commission: 60_000 },
]
const stepped: AdvancePrice = { commission: 10_000, commission_steps: steps, advance_cost_ceiling: 0.25 }
const limits = { from: 50_000, to: 400_000 }

describe('the commission', () => {
  it.each([
    [1, 10_000],
    [100_000, 10_000],
    [100_001, 30_000],
    [500_000, 30_000],
    [500_001, 60_000],
    [9_999_999, 60_000],
  ])('of an advance of %d centavos is that of its step, %d', (amount, commission) => {
    expect(commissionOf(stepped, amount)).toBe(commission)
  })

  it('is one for every amount without steps, and none without a company', () => {
    expect([1, 1e9].map((amount) => commissionOf(single, amount))).toEqual([15_000, 15_000])
    expect(commissionOf(advancePriceOf(null), 100)).toBe(0)
    expect(advancePriceOf(single)).toBe(single)
  })

  it('reads as one line', () => {
    expect(commissionStepsText(steps)).toBe(
      'hasta $1,000.00: $100.00; hasta $5,000.00: $300.00; más: $600.00',
    )
  })
})

test.each([
  [stepped, 110_000, [100_000, 120_000]],
  [{ ...single, advance_cost_ceiling: 0.25 }, 55_000, [60_000]],
  [{ ...single, commission: 15_010, advance_cost_ceiling: 0.25 }, 55_000, [60_100]],
  [{ ...single, commission: 900_000 }, 100_000, []],
])('the nearest amounts of %o instead of %i are %o', (price, amount, nearest) => {
  const amounts = nearestOffered(price, amount, limits)
  expect(amounts).toEqual(nearest)
  expect(amounts.every((one) => advanceProblem(price, one, limits) === null)).toBe(true)
})

describe('an amount', () => {
  it.each([
    [single, 1, 'El anticipo mínimo es de $500.00.'],
    [single, 49_999, 'El anticipo mínimo es de $500.00.'],
    [single, 50_000, null],
    [single, 400_000, null],
    [single, 400_001, 'Monto máximo excedido: $4,000.00'],
    [
      { ...single, advance_cost_ceiling: 0.25 },
      50_000,
      'Con una comisión de $150.00, el anticipo se puede pedir desde $600.00.',
    ],
    // Nobody is sent to a minimum that is refused too.
    [{ ...single, advance_cost_ceiling: 0.25 }, 100, 'El anticipo mínimo es de $600.00.'],
    [{ ...single, commission: 10_000 }, 33_333, 'El anticipo mínimo es de $500.00.'],
    [stepped, 100_000, null],
    [stepped, 100_001, 'Con una comisión de $300.00, el anticipo se puede pedir desde $1,200.00.'],
    [stepped, 119_999, 'Con una comisión de $300.00, el anticipo se puede pedir desde $1,200.00.'],
    [stepped, 120_000, null],
    [
      { ...single, commission: 200_000 },
      400_000,
      'Con una comisión de $2,000.00, el anticipo se puede pedir desde $6,666.67.',
    ],
  ])('with %o of %d centavos: %s', (price, amount, text) => {
    expect(advanceProblem(price, amount, limits)?.text ?? null).toBe(text)
  })

  it('names the largest one below where no larger one is offered', () => {
    const short = { from: 50_000, to: 110_000 }
    expect(advanceProblem(stepped, 105_000, short)).toEqual({
      code: 'loan.cost_above_ceiling',
      text: 'Con una comisión de $300.00, el anticipo se puede pedir hasta $1,000.00.',
    })
    expect(offeredRange(stepped, short)).toEqual({ from: 50_000, to: 100_000 })
    expect(offeredRange({ ...single, commission: 200_000 }, short)).toBeNull()
  })
})

const manyCents = fc.integer({ min: 1, max: 2_000_000 })
/** Steps that rise, the last one open. */
const someSteps = fc
  .uniqueArray(fc.tuple(manyCents, manyCents), { minLength: 1, maxLength: 10, selector: ([up_to]) => up_to })
  .map((pairs) => {
    const amounts = pairs.map(([up_to]) => up_to).toSorted((one, other) => one - other)
    let commission = 0
    return pairs.map(([, more], index): CommissionStep => {
      commission += more
      return { up_to: index === pairs.length - 1 ? null : (amounts[index] ?? null), commission }
    })
  })
const somePrice = fc
  .tuple(someSteps, fc.integer({ min: 1, max: 1000 }))
  .map(([commission_steps, thousandths]) => ({
    ...{ commission: commission_steps[0]?.commission ?? 0, commission_steps },
    advance_cost_ceiling: thousandths / 1000,
  }))

test('property: rising steps are valid, and the commission never falls as the amount rises', () => {
  fc.assert(
    fc.property(somePrice, manyCents, manyCents, (price, one, other) => {
      expect(stepsProblem(price.commission_steps, null)).toBeNull()
      const [less, more] = one < other ? [one, other] : [other, one]
      expect(commissionOf(price, less)).toBeLessThanOrEqual(commissionOf(price, more))
    }),
  )
})

test('property: an amount within the limits is offered exactly where its commission is within the ceiling', () => {
  fc.assert(
    fc.property(somePrice, manyCents, (price, amount) => {
      const whole = { from: 1, to: 10_000_000 }
      // In thousandths, so that the comparison is one of whole numbers.
      const isWithin =
        commissionOf(price, amount) * 1000 <= amount * Math.round(price.advance_cost_ceiling * 1000)
      expect(advanceProblem(price, amount, whole) === null).toBe(isWithin)
      expect(offeredRanges(price, whole).some(({ from, to }) => from <= amount && amount <= to)).toBe(
        isWithin,
      )
    }),
  )
})

test('property: the amount that a refusal names is offered', () => {
  fc.assert(
    fc.property(somePrice, manyCents, (price, amount) => {
      // The largest commission, 20 million centavos, is within the smallest ceiling at 20,000 million.
      const whole = { from: 1, to: 20_000_000_000 }
      const problem = advanceProblem(price, amount, whole)
      if (problem === null) return
      const [, pesos = '0', centavos = '0'] = /desde \$([0-9,]+)\.([0-9]{2})\.$/.exec(problem.text) ?? []
      const named = Number(pesos.replaceAll(',', '')) * 100 + Number(centavos)
      expect(named).toBeGreaterThan(amount)
      expect(advanceProblem(price, named, whole)).toBeNull()
      for (const between of [amount, Math.floor((amount + named) / 2), named - 1])
        expect(advanceProblem(price, between, whole)).not.toBeNull()
    }),
  )
})
