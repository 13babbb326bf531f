import { suggestedPayment } from '@quincena/domain/loans/repayment'
import { recordPayment } from '../../../src/lending/payments/commands/record-payment.ts'
import { reversePayment } from '../../../src/lending/payments/commands/reverse-payment.ts'
import type { Step } from '../steps.ts'
import type { Loan, World } from '../world.ts'
import { type Action, aim, choose, command, loanName, scale } from './action.ts'

const owing = ['active', 'overdue'] as const
const suggestedShare = 0.6

/** Amount in centavos: an advance's full debt; for a credit in 6 of 10 cases the suggested payment, else any. */
function amountOf(world: World, loan: Loan, { detail }: Step): number {
  const due = loan.amount_due_cents
  if (loan.type === 'advance') return due
  const registered = world.seen.payments.filter(({ loan_id }) => loan_id === loan.id).length
  if (detail < suggestedShare) return suggestedPayment(due, loan.term, registered)
  return scale((detail - suggestedShare) / (1 - suggestedShare), 1, Math.max(1, due))
}

function paying(world: World, loan: Loan, amount_paid: number) {
  return command(world, {
    who: world.people.manager,
    text: `staff register ${amount_paid} centavos for ${loanName(world, loan.id)}`,
    run: (deps, context) =>
      recordPayment(deps, context, {
        loan_request: loan.id,
        amount_paid,
        previous_amount_due: loan.amount_due_cents,
      }),
  })
}

const pay: Action = (world, step) => {
  const loan = aim(world, step, owing)
  return loan === undefined ? null : paying(world, loan, Math.max(1, amountOf(world, loan, step)))
}

const payAll: Action = (world, step) => {
  const loan = aim(world, step, owing)
  return loan === undefined ? null : paying(world, loan, Math.max(1, loan.amount_due_cents))
}

/** Reverses the last payment of a loan; a wild step reverses any payment. */
const reverse: Action = (world, step) => {
  const { payments } = world.seen
  const last = payments.filter(
    (one) => !payments.some(({ id, loan_id }) => loan_id === one.loan_id && id > one.id),
  )
  const payment = choose(step.wild ? payments : last, step.choice)
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
