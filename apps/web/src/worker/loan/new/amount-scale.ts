import { type Cents, cents, pesos } from '@quincena/domain/money'

/** Stops of the amount slider, in centavos: multiples of `step` from 0; the last stop is `max`. */
export interface AmountScale {
  max: Cents
  step: Cents
  /** Number of steps from 0 to `max`; the last one may be shorter than `step`. */
  steps: number
}

const minSteps = 60
const roundSteps_pesos = [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1]

/** Scale with the largest round step that still gives 60 steps up to `max`; below 60 pesos the step is 1 peso. */
export function amountScale(max: Cents): AmountScale {
  const round = roundSteps_pesos.map(cents).find((step) => step * minSteps <= max)
  const step = round ?? cents(1)
  return { max, step, steps: Math.ceil(max / step) }
}

/** End of the slider in pesos. Browsers need a whole number of steps, so the end can be above `max`. */
export const maximum_pesos = ({ step, steps }: AmountScale): number => pesos(step * steps)

/** Amount in centavos at a slider value in pesos; at most `max`. */
export function amountAt({ max }: AmountScale, stop_pesos: number): Cents {
  return Math.min(cents(stop_pesos), max)
}

/** Slider value in pesos for an amount in centavos: the last stop at or below the amount. */
export function stopOf_pesos(scale: AmountScale, amount: Cents): number {
  const { max, step } = scale
  return amount >= max ? maximum_pesos(scale) : pesos(amount - (amount % step))
}

const quickAmounts_pesos = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
const quickAmountCount = 3

/** Amount in centavos with which a quote begins: a third of the maximum at a stop of the slider, at least `min`. */
export function startingAmount(scale: AmountScale, min: Cents): Cents {
  const { max, step } = scale
  const third = Math.floor(max / 3 / step) * step
  return Math.min(max, Math.max(min, third))
}

/** Round amounts in centavos to choose with one tap: the three largest up to half of the maximum, none below `min`. */
export function quickAmounts({ max }: AmountScale, min: Cents): Cents[] {
  return quickAmounts_pesos
    .map(cents)
    .filter((amount) => amount >= min && amount <= max / 2)
    .slice(-quickAmountCount)
}

/** Amounts in centavos of the five evenly spaced labels. */
export function scaleLabels({ max }: AmountScale): Cents[] {
  return [0, 1, 2, 3, 4].map((quarter) => Math.round((max * quarter) / 4))
}
