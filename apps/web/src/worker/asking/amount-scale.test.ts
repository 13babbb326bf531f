import { describe, expect, it } from 'vitest'
import { amountAt, amountScale, endOf_pesos, scaleLabels, stopOf_pesos } from './amount-scale.ts'

describe('amountScale', () => {
  it.each([
    { max: 9_000_000, step: 100_000, steps: 90 },
    { max: 5_471_300, step: 50_000, steps: 110 },
    { max: 350_000, step: 5_000, steps: 70 },
    { max: 4_200, step: 100, steps: 42 },
  ])('goes to $max centavos in round steps of $step', ({ max, step, steps }) => {
    expect(amountScale(max)).toEqual({ max, step, steps })
  })

  it('ends exactly at the most, whatever the step', () => {
    const scale = amountScale(5_471_300)
    expect(endOf_pesos(scale)).toBe(55_000)
    expect(amountAt(scale, 55_000)).toBe(5_471_300)
    expect(amountAt(scale, 54_500)).toBe(5_450_000)
    expect(stopOf_pesos(scale, 5_471_300)).toBe(55_000)
  })

  it('finds the stop below a typed amount', () => {
    expect(stopOf_pesos(amountScale(9_000_000), 1_050_099)).toBe(10_000)
  })

  it('labels five points', () => {
    expect(scaleLabels(amountScale(9_000_000))).toEqual([0, 2_250_000, 4_500_000, 6_750_000, 9_000_000])
  })

  it('is nothing but 0 where nothing may be asked for', () => {
    expect(amountScale(0)).toMatchObject({ steps: 0 })
    expect(amountAt(amountScale(0), 0)).toBe(0)
  })
})
