import type { Cents } from '../money.ts'

/** The largest amount of an API field, in centavos. */
const LIMIT = 999_999_999_999n

const DECIMAL = /^([0-9]{1,15})(?:\.([0-9]{1,15}))?(?:[eE]([+-]?[0-9]{1,2}))?$/

/**
 * Converts an amount as STP writes it (`1234.56`, `1234.5600`, Java's `1.23456E7`) to centavos without rounding. Returns
 * null unless it is a positive whole number of centavos.
 */
export function exactCents(text: string): Cents | null {
  const [, whole, decimals = '', exponent = '0'] = DECIMAL.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const digits = BigInt(whole + decimals)
  const places = Number(exponent) - decimals.length + 2
  const divisor = 10n ** BigInt(Math.max(0, -places))
  if (digits % divisor !== 0n) return null
  const cents = (digits * 10n ** BigInt(Math.max(0, places))) / divisor
  return cents > 0n && cents <= LIMIT ? Number(cents) : null
}
