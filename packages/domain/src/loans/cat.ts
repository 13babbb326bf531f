const STEPS = 200

/** Half up to one decimal; rates are no money, so a float may carry them. */
const oneDecimal = (fraction: number) => {
  const percent = Math.round(fraction * 1000) / 10
  return Number.isFinite(percent) ? percent + 0 : null
}

function presentValue(payments: readonly number[], annual: number, per_year: number): number {
  return payments.reduce((sum, payment, index) => sum + payment / (1 + annual) ** ((index + 1) / per_year), 0)
}

/**
 * The CAT (Banxico, circular 21/2009), unrounded: the annual effective rate at which equally spaced payments are worth
 * what was received. One inflow first makes the value fall steadily, so bisection finds its only root.
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

/** A credit's CAT: percent with one decimal, months of a twelfth of a year, the payments really charged. */
export function creditCat(received: number, monthly_payments: readonly number[]): number | null {
  return oneDecimal(annualCost(received, monthly_payments, 12))
}

/** An advance's CAT: one payment after so many days of 365; null («No aplica») for 0 days or beyond all numbers. */
export function advanceCat(amount: number, final_value: number, days: number): number | null {
  if (days <= 0) return null
  return oneDecimal((final_value / amount) ** (365 / days) - 1)
}
