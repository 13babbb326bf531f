import { type Cents, cents, pesos } from '@quincena/domain/money'

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

/** Where the slider ends, in pesos: a whole number of steps, as a browser wants it, and so at or just above the most. */
export const endOf_pesos = ({ step, steps }: AmountScale): number => pesos(step * steps)

/** The amount at a stop, which is known by its pesos. */
export function amountAt({ max }: AmountScale, stop_pesos: number): Cents {
  return Math.min(cents(stop_pesos), max)
}

/** The pesos of the stop nearest below an amount; a typed amount need not lie on one. */
export function stopOf_pesos(scale: AmountScale, amount: Cents): number {
  const { max, step } = scale
  return amount >= max ? endOf_pesos(scale) : pesos(amount - (amount % step))
}

/** Five even points of the scale, to be labelled. */
export function scaleLabels({ max }: AmountScale): Cents[] {
  return [0, 1, 2, 3, 4].map((quarter) => Math.round((max * quarter) / 4))
}
