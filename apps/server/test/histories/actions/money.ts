import { businessDay } from '@quincena/domain/dates'
import { EXCESS_CHOICES } from '@quincena/domain/loans/excess'
import type { Deps } from '../../../src/deps.ts'
import { recordPayment } from '../../../src/lending/payments/commands/record-payment.ts'
import { reversePayment } from '../../../src/lending/payments/commands/reverse-payment.ts'
import { getPayoff } from '../../../src/lending/payments/queries/payoff.ts'
import type { Step } from '../steps.ts'
import type { Loan, World } from '../world.ts'
import { type Action, aim, choose, command, loanName, scale } from './action.ts'

const owing = ['active', 'overdue'] as const
const levelShare = 0.4

/** Amount in centavos: the contract's level payment in 4 of 10 cases, else any up to the amount due. */
function amountOf(loan: Loan, { detail }: Step): number {
  const { amount_due_cents: due, monthly_payment_cents: level } = loan
  if (detail < levelShare) return Math.min(level, due)
  return scale((detail - levelShare) / (1 - levelShare), 1, Math.max(1, due))
}

function paying(world: World, loan: Loan, { amount_paid, choice }: { amount_paid: number; choice: number }) {
  return command(world, {
    who: world.people.manager,
    text: `staff register ${amount_paid} centavos for ${loanName(world, loan.id)}`,
    run: (deps, context) =>
      recordPayment(deps, context, {
        ...{ loan_request: loan.id, amount_paid, previous_amount_due: loan.amount_due_cents },
        excess: choose(EXCESS_CHOICES, choice),
      }),
  })
}

const pay: Action = (world, step) => {
  const loan = aim(world, step, owing)
  if (loan === undefined) return null
  return paying(world, loan, { amount_paid: Math.max(1, amountOf(loan, step)), choice: step.detail })
}

/** Settles a loan at the payoff of the first attempt, so that a repetition sends the same body. */
const payAll: Action = (world, step) => {
  const loan = aim(world, step, owing)
  if (loan === undefined) return null
  const who = world.people.manager
  let amount: number | undefined
  const payoff = async ({ db, clock }: Deps) =>
    (await getPayoff(db, { user: who, today: businessDay(clock()) }, loan.id)).amount
  return command(world, {
    who,
    text: `staff settle ${loanName(world, loan.id)}`,
    async run(deps, context) {
      amount ??= await payoff(deps)
      const body = { amount_paid: amount, previous_amount_due: loan.amount_due_cents }
      return recordPayment(deps, context, { ...body, loan_request: loan.id })
    },
  })
}

/** Reverses any payment of a loan. */
const reverse: Action = (world, step) => {
  const { payments } = world.seen
  const payment = choose(payments, step.choice)
  if (payment === undefined) return null
  const { id: payment_id, loan_id, amount_paid_cents } = payment
  return command(world, {
    who: world.people.admin,
    text: `an admin reverses a payment of ${amount_paid_cents} centavos for ${loanName(world, loan_id)}`,
    run: (deps, context) => reversePayment(deps, context, { payment_id, reason: 'No era de este préstamo' }),
  })
}

/** Actions on payments that staff register. */
export const moneyActions = { pay, payAll, reverse }
