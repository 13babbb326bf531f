import { type Cents, cents } from '@quincena/domain/money'

/** The stops of an amount's slider: round amounts from 0, the last one the most that may be asked for. */
export interface AmountScale {
  max: Cents
  step: Cents
  /** How many steps lead from 0 to `max`; the last may be a short one. */
  steps: number
}

const leastSteps = 60
const roundSteps_pesos = [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1]

/** Steps tied to what may be asked for, and so to the salary: round, and at least 60 of them. */
export function amountScale(max: Cents): AmountScale {
  const round = roundSteps_pesos.map(cents).find((step) => step * leastSteps <= max)
  const step = round ?? cents(1)
  return { max, step, steps: Math.ceil(max / step) }
}

/** The amount at a stop. */
export function amountAt({ max, step }: AmountScale, stop: number): Cents {
  return Math.min(stop * step, max)
}

/** The stop nearest below an amount; a typed amount need not lie on one. */
export function stopOf({ max, step, steps }: AmountScale, amount: Cents): number {
  return amount >= max ? steps : Math.floor(amount / step)
}

/** Five even points of the scale, to be labelled. */
export function scaleLabels({ max }: AmountScale): Cents[] {
  return [0, 1, 2, 3, 4].map((quarter) => Math.round((max * quarter) / 4))
}
