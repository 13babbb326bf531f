const STEPS = 200

/**
 * The largest CAT that is stated, as a percentage: any higher one is given as this, so that no JSON and no file has an
 * exponent. Screens and documents use words long before it (`formatCat`).
 */
export const CAT_LIMIT = 999_999_999.9

/** Bounds a percentage that may be from before the limit. */
export const boundCat = (cat: number | null): number | null =>
  cat === null ? null : Math.min(cat, CAT_LIMIT)

/** Converts a fraction to a percentage with one decimal, at most `CAT_LIMIT`. A rate may be a float: it is not money. */
const oneDecimal = (fraction: number): number => Math.min(Math.round(fraction * 1000) / 10 + 0, CAT_LIMIT)

/** Present value of payments that are `1 / per_year` years apart, at the annual effective rate `annual`. */
function presentValue(payments: readonly number[], annual: number, per_year: number): number {
  return payments.reduce((sum, payment, index) => sum + payment / (1 + annual) ** ((index + 1) / per_year), 0)
}

/**
 * Calculates the CAT as an unrounded fraction (Banxico, circular 21/2009): the annual effective rate at which the
 * present value of equally spaced payments equals the amount received. The present value falls when the rate rises, so
 * there is one solution and bisection finds it. Amounts in any one unit; `per_year` is the number of payments in a
 * year.
 */
export function annualCost(received: number, payments: readonly number[], per_year: number): number {
  let low = -0.9
  let high = 1
  while (presentValue(payments, high, per_year) > received && high < 1e300) high *= 8
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (presentValue(payments, middle, per_year) > received) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * Calculates the CAT of a credit as a percentage with one decimal. Each of the `per_year` periods is an equal part of a
 * year. The payments are those of the schedule, rounded to centavos, without VAT.
 */
export function creditCat(received: number, payments: readonly number[], per_year: number): number {
  return oneDecimal(annualCost(received, payments, per_year))
}

/**
 * Calculates the CAT of an advance as a percentage with one decimal: one payment after `days` days of a 365-day year.
 * Returns null (shown as «No aplica») for 0 days.
 */
export function advanceCat(amount: number, final_value: number, days: number): number | null {
  if (days <= 0) return null
  return oneDecimal((final_value / amount) ** (365 / days) - 1)
}
