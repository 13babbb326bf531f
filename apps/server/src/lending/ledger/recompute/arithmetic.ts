/** Rates here are whole millionths: 180,000 is 18 %. */
export const MILLION = 1_000_000

/**
 * Returns `amount` × `over` / `under` as the nearest integer, halves up. All are whole numbers, `amount` × `over` is not
 * negative, and `under` is above 0.
 */
export function nearest(amount: number, over: number, under: number): number {
  const doubled = 2 * amount * over + under
  if (doubled < Number.MAX_SAFE_INTEGER) return (doubled - (doubled % (2 * under))) / (2 * under)
  return Number(nearestBig(BigInt(amount) * BigInt(over), BigInt(under)))
}

const nearestBig = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

/** The VAT in centavos that `price` contains. */
export const vatInside = (price: number, vat: number): number =>
  vat === 0 ? 0 : nearest(price, vat, MILLION + vat)

/** Levels of 1 centavo as fractions, by rate and number of rows; the same few come up for millions of loans. */
const levels = new Map<string, { over: bigint; under: bigint }>()
const LEVELS_KEPT = 2000

/** q·(1 + q)^n / ((1 + q)^n − 1), where q = over / under. */
function levelOfOne(over: bigint, under: bigint, rows: number) {
  const key = `${over}/${under}/${rows}`
  const known = levels.get(key)
  if (known !== undefined) return known
  if (levels.size >= LEVELS_KEPT) levels.clear()
  const grown = (over + under) ** BigInt(rows)
  const level = { over: over * grown, under: under * (grown - under ** BigInt(rows)) }
  levels.set(key, level)
  return level
}

/** The yearly rate, the periods of a year and the VAT on top of the interest (0 if the price contains it). */
export interface PeriodRate {
  annual: number
  periods: number
  vat_on_top: number
}

/** The level payment in centavos of lending.md §1 that repays `balance` in `rows` periods; at least 1 centavo. */
export function levelPaymentOf(balance: number, rate: PeriodRate, rows: number): number {
  if (rate.annual === 0) return Math.max(1, nearest(balance, 1, rows))
  const over = BigInt(rate.annual) * BigInt(MILLION + rate.vat_on_top)
  const under = BigInt(rate.periods) * BigInt(MILLION) * BigInt(MILLION)
  const level = levelOfOne(over, under, rows)
  return Math.max(1, Number(nearestBig(BigInt(balance) * level.over, level.under)))
}
