import { describe, expect, it } from 'vitest'
import {
  amountAt,
  amountScale,
  maximum_pesos,
  quickAmounts,
  scaleLabels,
  startingAmount,
  stopOf_pesos,
} from './amount-scale.ts'

describe('amountScale', () => {
  it.each([
    { max: 9_000_000, step: 100_000, steps: 90 },
    { max: 5_471_300, step: 50_000, steps: 110 },
    { max: 350_000, step: 5_000, steps: 70 },
    { max: 4_200, step: 100, steps: 42 },
  ])('divides $max centavos into round steps of $step centavos', ({ max, step, steps }) => {
    expect(amountScale(max)).toEqual({ max, step, steps })
  })

  it('ends at the maximum if the maximum is not a multiple of the step', () => {
    const scale = amountScale(5_471_300)
    expect(maximum_pesos(scale)).toBe(55_000)
    expect(amountAt(scale, 55_000)).toBe(5_471_300)
    expect(amountAt(scale, 54_500)).toBe(5_450_000)
    expect(stopOf_pesos(scale, 5_471_300)).toBe(55_000)
  })

  it('finds the nearest stop below a typed amount', () => {
    expect(stopOf_pesos(amountScale(9_000_000), 1_050_099)).toBe(10_000)
  })

  it('returns five evenly spaced labels', () => {
    expect(scaleLabels(amountScale(9_000_000))).toEqual([0, 2_250_000, 4_500_000, 6_750_000, 9_000_000])
  })

  it.each([
    { max: 5_100_000, min: 0, start: 1_700_000, quick: [500_000, 1_000_000, 2_000_000] },
    { max: 425_000, min: 50_000, start: 140_000, quick: [50_000, 100_000, 200_000] },
    { max: 60_000, min: 50_000, start: 50_000, quick: [] },
    { max: 50_000, min: 50_000, start: 50_000, quick: [] },
  ])('starts a quote up to $max at $start and offers $quick', ({ max, min, start, quick }) => {
    expect(startingAmount(amountScale(max), min)).toBe(start)
    expect(quickAmounts(amountScale(max), min)).toEqual(quick)
  })

  it('has no steps if the maximum is 0', () => {
    expect(amountScale(0)).toMatchObject({ steps: 0 })
    expect(amountAt(amountScale(0), 0)).toBe(0)
  })
})
