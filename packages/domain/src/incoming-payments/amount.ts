import type { Cents } from '../money.ts'

/** The most that an amount on the wire may be, in centavos. */
const LIMIT = 999_999_999_999n

const DECIMAL = /^([0-9]{1,15})(?:\.([0-9]{1,15}))?(?:[eE]([+-]?[0-9]{1,2}))?$/

/**
 * Centavos of an amount as STP writes it (`1234.56`, `1234.5600`, Java's `1.23456E7`), digit by digit. null where it
 * is no amount above zero in whole centavos: nothing is rounded.
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
