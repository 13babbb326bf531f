import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  cents,
  centsFromText,
  containedTax,
  divideHalfUp,
  money,
  multiplyHalfUp,
  pesos,
  positiveMoney,
  share,
} from './money.ts'

const anyCents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })

/** A quotient rounded by its remainder, halves away from zero: another formula than the one of the code. */
function exactHalfUp(dividend: bigint, divisor: bigint): number {
  const size = dividend < 0n ? -dividend : dividend
  const rounded = size / divisor + (2n * (size % divisor) >= divisor ? 1n : 0n)
  return Number(dividend < 0n ? -rounded : rounded)
}

describe('the money codec', () => {
  it('keeps the centavos when an amount goes to JSON and back', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        const wire: unknown = JSON.parse(JSON.stringify(z.encode(money, amount)))
        expect(money.parse(wire)).toBe(amount)
      }),
    )
  })

  it('decodes any pesos with two decimals to the exact centavos', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, rest) => {
        const text = `${whole}.${String(rest).padStart(2, '0')}`
        expect(money.parse(Number(text))).toBe(whole * 100 + rest)
      }),
    )
  })

  it.each([0.001, 10.005, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 10_000_000_000, '10', null])(
    'rejects %s',
    (value) => {
      expect(money.safeParse(value).success).toBe(false)
    },
  )

  it('rejects a missing amount and 0 with the message of positiveMoney', () => {
    const schema = positiveMoney('Debe ser positivo')
    expect(schema.safeParse(0).error?.issues[0]?.message).toBe('Debe ser positivo')
    expect(schema.safeParse(undefined).error?.issues[0]?.message).toBe('Debe ser positivo')
    expect(schema.parse(0.01)).toBe(1)
    expect(z.encode(schema, 150)).toBe(1.5)
  })
})

describe('rounding', () => {
  it.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [1n, 3n, 0n],
    [5n, 10n, 1n],
    [449n, 100n, 4n],
    [450n, 100n, 5n],
  ])('divideHalfUp rounds %s / %s to %s', (dividend, divisor, quotient) => {
    expect(divideHalfUp(dividend, divisor)).toBe(quotient)
  })

  it('share rounds half up', () => {
    expect(share(333_33, 0.5)).toBe(166_67)
    expect(share(100, 0.005)).toBe(1)
  })

  it.each([
    [1000, 1, 3, 333],
    [5, 1, 2, 3],
    [-5, 1, 2, -3],
    [-1, 1, 3, 0],
    [91_680, 100_161, 1_100_161, 8347],
  ])('multiplyHalfUp of %s × %s / %s is %s', (...[amount, over, under, expected]) => {
    expect(Object.is(multiplyHalfUp(amount, { over, under }), expected)).toBe(true)
  })

  it('multiplyHalfUp equals exact arithmetic, below and above the largest safe product', () => {
    const over = fc.integer({ min: 0, max: 1_000_000_000 })
    const under = fc.integer({ min: 1, max: 400_000_000 })
    fc.assert(
      fc.property(anyCents, over, under, (amount, ...[numerator, divisor]) => {
        const result = multiplyHalfUp(amount, { over: numerator, under: divisor })
        expect(result).toBe(exactHalfUp(BigInt(amount) * BigInt(numerator), BigInt(divisor)))
      }),
      { numRuns: 2000 },
    )
  })

  it('share and containedTax equal exact arithmetic on millionths', () => {
    const millionths = fc.integer({ min: 0, max: 3_000_000 })
    fc.assert(
      fc.property(anyCents, millionths, (amount, rate) => {
        const product = BigInt(amount) * BigInt(rate)
        expect(share(amount, rate / 1_000_000)).toBe(exactHalfUp(product, 1_000_000n))
        expect(containedTax(amount, rate / 1_000_000)).toBe(exactHalfUp(product, BigInt(1_000_000 + rate)))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    [116_00, 0.16, 16_00],
    [100_00, 0, 0],
    [1, 0.16, 0],
    [50_00, 0.16, 6_90],
  ])('a price of %s centavos at the rate %s contains %s centavos of VAT', (price, rate, tax) => {
    expect(containedTax(price, rate)).toBe(tax)
  })

  it.each([
    ['10.555', 1056],
    ['10.554', 1055],
    ['1,234.5', 123_450],
    ['50', 5000],
    ['', null],
    ['-1', null],
    ['1.2345', null],
    ['abc', null],
  ])('centsFromText reads %j as %s centavos', (text, expected) => {
    expect(centsFromText(text)).toBe(expected)
  })

  it('rates keep six decimals, and the seventh is rounded', () => {
    expect(share(100_000_000, 0.123456)).toBe(12_345_600)
    expect(share(100_000_000, 0.1234567)).toBe(12_345_700)
    expect(containedTax(100_000_000, 0.160001)).toBe(13_793_178)
  })

  it('cents gives 0 for -0', () => {
    expect(Object.is(cents(-0), 0)).toBe(true)
  })

  it('cents reverses pesos for any amount', () => {
    fc.assert(fc.property(anyCents, (amount) => cents(pesos(amount)) === amount))
  })
})
