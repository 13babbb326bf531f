import { z } from 'zod'

/** Money is a whole number of centavos everywhere inside; pesos exist on the wire and on screens only. */
export type Cents = number

const PESOS_LIMIT = 9_999_999_999.99
const PESOS_MESSAGE = 'Debe ser una cantidad en pesos con hasta 2 decimales'

/** True where the number of pesos is exactly the one that some number of centavos is written as. */
const isWholeCents = (amount_pesos: number) => Math.round(amount_pesos * 100) / 100 === amount_pesos

const pesosOnTheWire = z
  .number(PESOS_MESSAGE)
  .min(-PESOS_LIMIT, PESOS_MESSAGE)
  .max(PESOS_LIMIT, PESOS_MESSAGE)
  .refine(isWholeCents, PESOS_MESSAGE)
  .meta({ multipleOf: 0.01 })

/** Pesos with at most 2 decimals on the wire, centavos inside. */
export const money = z.codec(pesosOnTheWire, z.int(), { decode: cents, encode: pesos })

/** An amount above zero; `message` answers everything that is not one. */
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

/** Centavos of an amount of pesos that has at most 2 decimals. */
export function cents(amount_pesos: number): Cents {
  return Math.round(amount_pesos * 100) + 0
}

/** Pesos, for the wire and for drawing only. */
export function pesos(amount_cents: Cents): number {
  return amount_cents / 100
}

/** Exact quotient to the nearest whole, halves away from zero. The divisor is above zero. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -divideHalfUp(-dividend, divisor)
  return (2n * dividend + divisor) / (2n * divisor)
}

const RATE_SCALE = 1_000_000

/** A fraction as an exact ratio; fractions carry at most 6 decimals. */
export function ratio(rate: number): { over: bigint; under: bigint } {
  return { over: BigInt(Math.round(rate * RATE_SCALE)), under: BigInt(RATE_SCALE) }
}

/** `rate` of an amount, half up: a half of a salary, a month's interest. */
export function share(amount: Cents, rate: number): Cents {
  const { over, under } = ratio(rate)
  return Number(divideHalfUp(BigInt(amount) * over, under))
}

/** One part of an amount in equal parts, half up. */
export function portion(amount: Cents, parts: number): Cents {
  return Number(divideHalfUp(BigInt(amount), BigInt(parts)))
}

/** `amount` × `over` / `under`, half up, without a float on the way. */
export function proportion(amount: Cents, over: Cents, under: Cents): Cents {
  return Number(divideHalfUp(BigInt(amount) * BigInt(over), BigInt(under)))
}

/** The VAT that a price contains: price × r / (1 + r), half up. It is never added. */
export function containedTax(price: Cents, tax_rate: number): Cents {
  const { over, under } = ratio(tax_rate)
  return Number(divideHalfUp(BigInt(price) * over, under + over))
}

/** Centavos of pesos written with commas and up to 3 decimals, half up; null where it is not such a number. */
export function centsFromText(text: string): Cents | null {
  const [, whole, decimals = ''] =
    /^([0-9]{1,10})(?:\.([0-9]{1,3}))?$/.exec(text.replaceAll(',', '').trim()) ?? []
  if (whole === undefined) return null
  return Number(divideHalfUp(BigInt(whole + decimals.padEnd(3, '0')), 10n))
}
