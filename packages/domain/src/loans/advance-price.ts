import { formatMoney } from '../format.ts'
import { type Cents, MONEY_LIMIT, rate } from '../money.ts'
import { DEFAULT_ADVANCE_COST_CEILING, excessMessage, minimumMessage } from './limits.ts'

/**
 * A step of a company's commission, in centavos: `commission` applies to amounts up to `up_to` that are above the step
 * before. Null in the last step: to any larger amount.
 */
export type CommissionStep = { up_to: Cents | null; commission: Cents }

/**
 * What a company charges for an advance. `commission` in centavos, that of the first step where there are steps.
 * `advance_cost_ceiling` is the greatest share of the amount that the commission may be, a fraction.
 */
export type AdvancePrice = {
  commission: Cents
  commission_steps: readonly CommissionStep[] | null
  advance_cost_ceiling: number
}

/** The price of an advance for a worker without a company. */
const freeOfCharge: AdvancePrice = {
  commission: 0,
  commission_steps: null,
  advance_cost_ceiling: DEFAULT_ADVANCE_COST_CEILING,
}

/** Returns the price that applies to a worker of the company; an advance costs nothing without a company. */
export const advancePriceOf = (company: AdvancePrice | null): AdvancePrice => company ?? freeOfCharge

const stepsOf = ({ commission, commission_steps }: AdvancePrice): readonly CommissionStep[] =>
  commission_steps ?? [{ up_to: null, commission }]

/**
 * Returns the commission in centavos of an advance of `amount` centavos. An amount above a bounded last step has that
 * step's commission; the company's cap does not let anybody ask for it.
 */
export function commissionOf(price: AdvancePrice, amount: Cents): Cents {
  const steps = stepsOf(price)
  const step = steps.find(({ up_to }) => up_to === null || amount <= up_to) ?? steps.at(-1)
  return step?.commission ?? price.commission
}

/** The smallest amount of which the commission is no more than the ceiling's share. All in centavos. */
function leastAmount(commission: Cents, advance_cost_ceiling: number): Cents {
  const { over, under } = rate(advance_cost_ceiling)
  const scaled = commission * under
  return (scaled + ((over - (scaled % over)) % over)) / over
}

/** The smallest and the largest amount of an advance, in centavos. */
export type AmountRange = { from: Cents; to: Cents }

/**
 * Lists the amounts between `from` and `to` for which an advance is offered, in rising ranges: those whose commission is
 * no more than the ceiling's share of the amount.
 */
export function offeredRanges(price: AdvancePrice, { from, to }: AmountRange): AmountRange[] {
  const steps = stepsOf(price)
  return steps.flatMap(({ up_to, commission }, index) => {
    const above = steps[index - 1]?.up_to ?? 0
    const last = index === steps.length - 1 || up_to === null
    const range = {
      from: Math.max(from, above + 1, leastAmount(commission, price.advance_cost_ceiling)),
      to: last ? to : Math.min(to, up_to),
    }
    return range.from <= range.to ? [range] : []
  })
}

/**
 * The whole range from which a worker may choose: from the smallest to the largest amount that is offered. Null where no
 * amount is.
 */
export function offeredRange(price: AdvancePrice, limits: AmountRange): AmountRange | null {
  const ranges = offeredRanges(price, limits)
  const [first] = ranges
  const last = ranges.at(-1)
  return first === undefined || last === undefined ? null : { from: first.from, to: last.to }
}

const peso = 100

/** The ends of a range in whole pesos where it has such; else as they are. */
function wholePesos({ from, to }: AmountRange): AmountRange {
  const [up, down] = [Math.ceil(from / peso) * peso, Math.floor(to / peso) * peso]
  return up <= down ? { from: up, to: down } : { from, to }
}

/** The nearest amounts that are offered instead of `amount`, in centavos, rising: one below and one above, where there is. */
export function nearestOffered(price: AdvancePrice, amount: Cents, limits: AmountRange): Cents[] {
  const ranges = offeredRanges(price, limits).map(wholePesos)
  const below = ranges.findLast(({ to }) => to < amount)?.to
  const above = ranges.find(({ from }) => from > amount)?.from
  return [below, above].filter((one) => one !== undefined)
}

/** Says from which amount, or up to which, an advance can be asked for instead of `amount`, whose cost is too high. */
export function ceilingMessage(price: AdvancePrice, amount: Cents, limits: AmountRange): string {
  const start = `Con una comisión de ${formatMoney(commissionOf(price, amount))}, el anticipo se puede pedir`
  const ranges = offeredRanges(price, limits)
  const larger = ranges.find(({ from }) => from > amount)
  const smaller = ranges.at(-1)
  if (larger === undefined && smaller !== undefined) return `${start} hasta ${formatMoney(smaller.to)}.`
  const from = larger?.from ?? offeredRanges(price, { ...limits, to: MONEY_LIMIT })[0]?.from ?? MONEY_LIMIT
  return `${start} desde ${formatMoney(from)}.`
}

/** Why an amount cannot be requested: the code of the error and its text for the field. */
export type AdvanceProblem = {
  code: 'loan.amount_exceeded' | 'loan.amount_below_minimum' | 'loan.cost_above_ceiling'
  text: string
}

/**
 * Decides whether an advance of `amount` centavos is offered: server, worker app and staff app all ask here. Returns
 * null if it is. `limits` are the company's minimum and the worker's maximum.
 */
export function advanceProblem(
  price: AdvancePrice,
  amount: Cents,
  limits: AmountRange,
): AdvanceProblem | null {
  if (amount > limits.to) return { code: 'loan.amount_exceeded', text: excessMessage(limits.to) }
  const ranges = offeredRanges(price, limits)
  if (amount < limits.from)
    return { code: 'loan.amount_below_minimum', text: minimumMessage(ranges[0]?.from ?? limits.from) }
  if (ranges.some(({ from, to }) => amount >= from && amount <= to)) return null
  return { code: 'loan.cost_above_ceiling', text: ceilingMessage(price, amount, limits) }
}

/** Most steps of a company's commission. */
export const COMMISSION_STEPS_LIMIT = 10

/** What is wrong with the steps of a commission: its text, and the step (from 0) and its field that are to be changed. */
interface StepsProblem {
  text: string
  index: number
  field: keyof CommissionStep
}

/** What is wrong with a step, which is at `index`, after the one before. */
function risingProblem(
  before: CommissionStep,
  { up_to, commission }: CommissionStep,
  index: number,
): StepsProblem | null {
  const limit = before.up_to
  if (limit === null)
    return {
      text: 'Solo el último renglón puede quedar abierto: escribe hasta qué monto llegan los demás',
      ...{ index: index - 1, field: 'up_to' },
    }
  if (up_to !== null && up_to <= limit)
    return {
      text: `Los montos deben subir en cada renglón: después de ${formatMoney(limit)} va uno mayor`,
      ...{ index, field: 'up_to' },
    }
  if (commission > before.commission) return null
  return {
    text: `La comisión debe subir en cada renglón: después de ${formatMoney(before.commission)} va una mayor`,
    ...{ index, field: 'commission' },
  }
}

/**
 * Checks the steps of a commission: amount and commission rise with every step, and the last one is open or reaches the
 * company's cap, so that every amount that can be requested has a commission. Without `advance_cap` the last step is not
 * checked. Returns the first problem.
 */
export function stepsProblem(
  steps: readonly CommissionStep[],
  advance_cap: Cents | null | undefined,
): StepsProblem | null {
  for (const [index, before] of steps.entries()) {
    const step = steps[index + 1]
    const problem = step === undefined ? null : risingProblem(before, step, index + 1)
    if (problem !== null) return problem
  }
  const last = steps.at(-1)?.up_to ?? null
  if (last === null || advance_cap === undefined) return null
  if (advance_cap !== null && advance_cap <= last) return null
  return {
    text: 'El último renglón debe quedar abierto o llegar al tope por anticipo',
    ...{ index: steps.length - 1, field: 'up_to' },
  }
}

/** Writes steps in one line: `hasta $1,000.00: $100.00; más: $150.00`. */
export function commissionStepsText(steps: readonly CommissionStep[]): string {
  return steps
    .map(({ up_to, commission }) => {
      const amounts = up_to === null ? 'más' : `hasta ${formatMoney(up_to)}`
      return `${amounts}: ${formatMoney(commission)}`
    })
    .join('; ')
}
