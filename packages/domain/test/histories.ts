import fc from 'fast-check'
import { expect } from 'vitest'
import { addDays, type Day } from '../src/dates.ts'
import { type CreditTerms, contractSchedule } from '../src/loans/amortization.ts'
import { type Application, applyPayment, type DatedPayment } from '../src/loans/apply-payment.ts'
import { EXCESS_CHOICES, type ExcessChoice } from '../src/loans/excess.ts'
import { payoffOn } from '../src/loans/figures.ts'
import { FREQUENCIES } from '../src/loans/frequency.ts'
import { type LoanPosition, openCredit } from '../src/loans/position.ts'

/** Terms of credits of every frequency, with and without VAT, up to 500,000 pesos. */
export const anyTerms: fc.Arbitrary<CreditTerms> = fc.record({
  amount: fc.integer({ min: 1, max: 50_000_000 }),
  annual_rate: fc.constantFrom(0, 0.001, 0.18, 0.215, 0.6, 2.28),
  frequency: fc.constantFrom(...FREQUENCIES),
  installments: fc.integer({ min: 1, max: 52 }),
  start: fc.constantFrom('2026-01-15', '2026-01-31', '2028-02-29', '2026-11-30'),
  tax_rate: fc.constantFrom(0, 0.08, 0.16),
  tax_added: fc.boolean(),
})

/** A payment of `level` contract payments, `days` after the one before. */
type Step = { days: number; level: number; excess: ExcessChoice }

/** Steps of 1 centavo to three contract payments, up to 40 days apart; half of them pay exactly one. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  level: fc.oneof(
    fc.constant(1),
    fc.integer({ min: 1, max: 300 }).map((hundredths) => hundredths / 100),
  ),
  excess: fc.constantFrom(...EXCESS_CHOICES),
})

/** Terms and up to 30 payments. */
export const histories = fc.tuple(anyTerms, fc.array(anyStep, { maxLength: 30 }))

/** Checks a property with 300 cases. */
export const check = (property: fc.IRawProperty<unknown>) => fc.assert(property, { numRuns: 300 })

/** Applies a payment that is at most the payoff. */
export function pay(position: LoanPosition, payment: DatedPayment) {
  const result = applyPayment(position, payment)
  return 'error' in result ? expect.unreachable(`the payoff is ${result.payoff}`) : result
}

/** One payment of a history, with the position before and after it and the sum paid up to it. */
export type LivedPayment = {
  before: LoanPosition
  after: LoanPosition
  application: Application
  amount: number
  day: Day
  paid: number
}

/** Pays a credit on the days of `steps` until it is settled, each time at least 1 centavo and at most the payoff. */
export function live(
  terms: CreditTerms,
  steps: readonly Step[],
  see: (payment: LivedPayment) => void = () => {},
) {
  let position = openCredit(terms)
  let day = terms.start
  let paid = 0
  const payments: DatedPayment[] = []
  const contract_payment = contractSchedule(terms)[0]?.payment ?? 1
  for (const { days, level, excess } of steps) {
    if (position.settled !== null) break
    day = addDays(day, days)
    const amount = Math.min(payoffOn(position, day), Math.ceil(contract_payment * level))
    const before = position
    const payment = { value_date: day, amount, excess }
    const { position: after, application } = pay(before, payment)
    paid += amount
    payments.push(payment)
    see({ before, after, application, amount, day, paid })
    position = after
  }
  return { position, day, paid, payments }
}
