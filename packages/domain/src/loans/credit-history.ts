import { z } from 'zod'
import { day } from '../fields.ts'
import { type CreditTerms, contractSchedule, type ScheduleRow } from './amortization.ts'
import { applyPayment } from './apply-payment.ts'
import { EXCESS_CHOICES } from './excess.ts'
import { figuresOn } from './figures.ts'
import { FREQUENCIES } from './frequency.ts'
import { type LoanPosition, openCredit, rowsInForce } from './position.ts'

/** Up to the largest amount of `money`: balance × days stays an exact integer. */
const centavos = z.int().nonnegative().max(999_999_999_999)
/** A fraction as a number or a decimal text with up to 6 decimals: `"0.215"`. */
const fraction = z.union([z.number().min(0).max(1000), z.string().regex(/^\d{1,4}(\.\d{1,6})?$/)])

const terms = z
  .object({
    amount: centavos.min(1),
    annual_rate: fraction,
    frequency: z.enum(FREQUENCIES),
    installments: z.int().min(1).max(520),
    start: day,
    tax_rate: fraction,
    tax_added: z.boolean(),
    first_due: day.optional(),
    regular_days: z.int().min(1).optional(),
  })
  .refine(({ start, first_due }) => first_due === undefined || first_due > start, {
    error: 'must be after the start',
    path: ['first_due'],
  })
const pay = z.object({ value_date: day, amount: centavos.min(1), excess: z.enum(EXCESS_CHOICES) })
const step = z.union([z.object({ pay }), z.object({ look: z.object({ day }) })])

/** Histories of credits in centavos: terms, and payments and looks in order of registration (lending.md §8). */
export const creditHistories = z.array(
  z.object({ id: z.union([z.number(), z.string()]), terms, steps: z.array(step) }),
)
export type CreditHistory = z.infer<typeof creditHistories>[number]
type Step = CreditHistory['steps'][number]

const rowOf = ({ due_date, ...row }: ScheduleRow) => ({ ...row, due: due_date })

/** The answer to one step, and the position after it; null after a payment above the payoff. */
function replayStep(position: LoanPosition, one: Step) {
  if ('look' in one) return { position, answer: { look: figuresOn(position, one.look.day) } }
  const result = applyPayment(position, one.pay)
  if ('error' in result) return { position: null, answer: { pay: one.pay, ...result } }
  const then = figuresOn(result.position, one.pay.value_date)
  return { position: result.position, answer: { pay: one.pay, gives: result.application, then } }
}

/**
 * Replays a credit: the contract's schedule, the effect of each payment, the figures on the days asked for, and the
 * schedule in force at the end. A payment above the payoff ends the history with `{error, payoff}` in its step.
 */
export function replayHistory({ id, terms: all, steps }: CreditHistory) {
  const { annual_rate, tax_rate, first_due, regular_days, ...regular } = all
  const credit: CreditTerms = {
    ...{ ...regular, annual_rate: Number(annual_rate), tax_rate: Number(tax_rate) },
    ...(first_due !== undefined && { first_due }),
    ...(regular_days !== undefined && { regular_days }),
  }
  let position = openCredit(credit)
  const answers = []
  for (const one of steps) {
    const replayed = replayStep(position, one)
    answers.push(replayed.answer)
    if (replayed.position === null) break
    position = replayed.position
  }
  return {
    ...{ id, terms: all, contract: contractSchedule(credit).map(rowOf), steps: answers },
    schedule: rowsInForce(position).map(rowOf),
  }
}
