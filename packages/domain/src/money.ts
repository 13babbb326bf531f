import { z } from 'zod'

/**
 * An amount of money as a whole number of centavos. All calculations and the database use centavos; pesos appear only
 * in JSON and on screens.
 */
export type Cents = number

const PESOS_LIMIT = 9_999_999_999.99
/** The largest amount in centavos that the API can carry. */
export const MONEY_LIMIT: Cents = cents(PESOS_LIMIT)
const PESOS_MESSAGE = 'Debe ser una cantidad en pesos con hasta 2 decimales'

/** True if the amount in pesos has at most 2 decimals. */
const isWholeCents = (amount_pesos: number) => Math.round(amount_pesos * 100) / 100 === amount_pesos

const pesosOnTheWire = z
  .number(PESOS_MESSAGE)
  .min(-PESOS_LIMIT, PESOS_MESSAGE)
  .max(PESOS_LIMIT, PESOS_MESSAGE)
  .refine(isWholeCents, PESOS_MESSAGE)
  .meta({ multipleOf: 0.01 })

/** Codec between pesos in JSON (at most 2 decimals, within ±9,999,999,999.99) and centavos in code. */
export const money = z.codec(pesosOnTheWire, z.int(), { decode: cents, encode: pesos })

/**
 * Codec like `money` for an amount above zero. A missing value, a value that is not a number, and a value of 0 or less
 * fail with `message`; too many decimals and too large a value fail with the text of `money`.
 */
export const positiveMoney = (message: string) =>
  z.codec(
    z
      .number(message)
      .gt(0, message)
      .max(PESOS_LIMIT, PESOS_MESSAGE)
      .refine(isWholeCents, PESOS_MESSAGE)
      .meta({ multipleOf: 0.01 }),
    z.int(),
    { decode: cents, encode: pesos },
  )

/** Converts pesos with at most 2 decimals to centavos. The sum with 0 turns -0 into 0. */
export function cents(amount_pesos: number): Cents {
  return Math.round(amount_pesos * 100) + 0
}

/** Converts centavos to pesos, for JSON and charts only: calculations stay in centavos. */
export function pesos(amount_cents: Cents): number {
  return amount_cents / 100
}

/** Divides exactly and rounds to the nearest integer, halves away from zero. The divisor must be above zero. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -divideHalfUp(-dividend, divisor)
  return (2n * dividend + divisor) / (2n * divisor)
}

const RATE_SCALE = 1_000_000

/** An exact fraction of two integers. */
export type Rate = { over: number; under: number }

/** Converts a fraction (0.18 is 18 %) to a reduced exact one; decimals after the 6th are rounded away. */
export function rate(fraction: number): Rate {
  return reduceRate({ over: Math.round(fraction * RATE_SCALE), under: RATE_SCALE })
}

/** Divides both integers of a fraction by their greatest common divisor. */
export function reduceRate({ over, under }: Rate): Rate {
  let [divisor, rest] = [under, over]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  return { over: over / divisor, under: under / divisor }
}

/**
 * Returns an amount × `over` / `under`, rounded to the nearest integer, halves away from zero. Exact for integers of any
 * size; the rate must be 0 or more.
 */
export function multiplyHalfUp(amount: number, { over, under }: Rate): number {
  if (amount < 0) return 0 - multiplyHalfUp(-amount, { over, under })
  const dividend = 2 * amount * over + under
  const divisor = 2 * under
  // Below this limit every step is exact: the quotient of a multiple of the divisor is an integer.
  if (dividend <= Number.MAX_SAFE_INTEGER) return (dividend - (dividend % divisor)) / divisor
  return Number(divideHalfUp(BigInt(amount) * BigInt(over), BigInt(under)))
}

/** Returns a fraction of an amount in centavos, rounded half up: half of a salary for 0.5. */
export function share(amount: Cents, fraction: number): Cents {
  return multiplyHalfUp(amount, rate(fraction))
}

/**
 * Returns the VAT in centavos that a price already contains: price × r / (1 + r), rounded half up. `tax_rate` is a
 * fraction.
 */
export function containedTax(price: Cents, tax_rate: number): Cents {
  const { over, under } = rate(tax_rate)
  return multiplyHalfUp(price, { over, under: under + over })
}

/**
 * Converts a text in pesos (commas allowed, up to 10 integer digits and 3 decimals) to centavos, rounded half up.
 * Returns null for any other text, negative amounts included.
 */
export function centsFromText(text: string): Cents | null {
  const [, whole, decimals = ''] =
    /^([0-9]{1,10})(?:\.([0-9]{1,3}))?$/.exec(text.replaceAll(',', '').trim()) ?? []
  if (whole === undefined) return null
  return Number(divideHalfUp(BigInt(whole + decimals.padEnd(3, '0')), 10n))
}
