import { businessDay } from '@quincena/domain/dates'
import { isOverdue, nextDueDate } from '@quincena/domain/loans/repayment'
import { isPayable } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import { paymentProblem } from '@quincena/domain/payments/rules'
import type { PaymentBody } from '@quincena/domain/payments/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { postPayment } from '../../../treasury/ledger/commands.ts'
import { changeLoan, type LoanRow, lockLoan, moveLoan } from '../../loans/commands/move-loan.ts'
import { completedNotice, paidNotice } from '../../loans/notices.ts'
import { fixedSchedule } from '../../loans/queries/loan-detail.ts'

/** Throws `payment.settled` or `loan.not_active` (409) unless the loan is payable. */
export function refuseNotPayable({ state }: Pick<LoanRow, 'state'>) {
  if (state === 'completed') throw new AppError('payment.settled', 409)
  if (!isPayable(state)) throw new AppError('loan.not_active', 409)
}

/** Throws `debt_changed` (409) unless `seen` is the current debt, in centavos: somebody else changed it meanwhile. */
export function refuseOtherDebt(loan: LoanRow, seenDebt: Cents) {
  if (seenDebt !== loan.amount_due_cents) throw new AppError('debt_changed', 409)
}

/** Throws 409 or 422 unless the payment fits the loan, its debt and its worker. */
function refuseUnpayable(loan: LoanRow, body: PaymentBody) {
  refuseNotPayable(loan)
  refuseOtherDebt(loan, body.previous_amount_due)
  if (body.user !== undefined && body.user !== loan.user_id) {
    throw new AppError('request.invalid', 422, { fields: { user: 'user.not_found' } })
  }
  const { type, amount_due_cents: amount_due } = loan
  const problem = paymentProblem({ type, amount_due, amount_paid: body.amount_paid })
  if (problem === null) return
  throw new AppError(problem.code, 422, {
    detail: problem.message,
    texts: { amount_paid: [problem.message] },
  })
}

async function insertPayment(
  deps: Deps,
  trx: Trx,
  paid: {
    loan: LoanRow
    amount: Cents
    discount: Cents
    registered_by: number
    incoming_payment_id: number | null
  },
) {
  const { loan, amount, discount, registered_by, incoming_payment_id } = paid
  const left = loan.amount_due_cents - amount - discount
  const { id } = await trx
    .insertInto('payment')
    .values({
      loan_id: loan.id,
      user_id: loan.user_id,
      amount_paid_cents: amount,
      previous_amount_due_cents: loan.amount_due_cents,
      new_amount_due_cents: left,
      discount_cents: discount,
      registered_by,
      incoming_payment_id,
      created_at: isoOf(deps.clock()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postPayment(deps, trx, {
    payment_id: id,
    amount_paid_cents: amount,
    discount_cents: discount,
    loan,
  })
  return { id, amount, left }
}

/**
 * Writes a new debt, in centavos, to a payable loan. The next due date is that of the first installment not covered;
 * the loan becomes overdue or up to date accordingly.
 */
export async function updateDebt(
  deps: Deps,
  trx: Trx,
  { loan, amount_due }: { loan: LoanRow; amount_due: Cents },
) {
  const schedule = await fixedSchedule(trx, loan.id)
  const next_payment_date = nextDueDate(schedule, loan.total_debt_cents - amount_due)
  const changes = { amount_due_cents: amount_due, next_payment_date }
  const late = isOverdue(next_payment_date, businessDay(deps.clock()))
  if (loan.state === 'overdue' && !late) return moveLoan(deps, trx, { loan, event: 'catch_up', changes })
  if (loan.state === 'active' && late) return moveLoan(deps, trx, { loan, event: 'fall_overdue', changes })
  return changeLoan(deps, trx, { loan, changes })
}

async function complete(deps: Deps, trx: Trx, loan: LoanRow) {
  const now = isoOf(deps.clock())
  const changes = { amount_due_cents: 0, next_payment_date: null, completed_at: now, closed_at: now }
  await moveLoan(deps, trx, { loan, event: 'complete', changes })
}

interface Registration {
  context: CommandContext
  body: PaymentBody
  /** The incoming payment behind it, locked and open. */
  incoming_payment_id?: number
  /** Discount of an early settlement: payment plus discount is the whole debt. */
  discount?: Cents
}

/**
 * Registers a payment in the caller's transaction: checks, ledger, loan state, notice to the worker, audit row. Every
 * payment is registered here. Amounts in centavos. Throws what `recordPayment` throws.
 */
export async function recordPaymentIn(deps: Deps, trx: Trx, registration: Registration) {
  const { context, body, incoming_payment_id = null, discount = 0 } = registration
  const loan = await lockLoan(trx, body.loan_request)
  refuseUnpayable(loan, body)
  const paid = {
    loan,
    amount: body.amount_paid,
    discount,
    registered_by: context.user.id,
    incoming_payment_id,
  }
  const payment = await insertPayment(deps, trx, paid)
  const done = payment.left === 0
  if (done) await complete(deps, trx, loan)
  else await updateDebt(deps, trx, { loan, amount_due: payment.left })
  const notice = done ? completedNotice(loan, { id: payment.id, discount }) : paidNotice(loan, payment)
  await notify(deps, trx, { recipient_id: loan.user_id, ...notice })
  await deps.events.publish(trx, { topic: 'payment', id: payment.id, user_ids: [loan.user_id], staff: true })
  await writeAudit(deps, trx, {
    context,
    action: 'payment.recorded',
    subject: ['payment', payment.id],
    before: { amount_due_cents: loan.amount_due_cents },
    after: {
      ...{ loan_id: loan.id, amount_paid_cents: payment.amount, amount_due_cents: payment.left },
      ...(incoming_payment_id !== null && { incoming_payment_id }),
      ...(discount > 0 && { discount_cents: discount }),
    },
  })
  return { payment_id: payment.id }
}

/**
 * Registers a payment against the current debt; the payment of the rest completes the loan. Amounts in centavos. Throws
 * `loan.not_found` (404), `debt_changed`, `payment.settled`, `loan.not_active` (409), `payment.exceeds_debt`
 * and `payment.advance_in_one` (422).
 */
export function recordPayment(deps: Deps, context: CommandContext, body: PaymentBody) {
  return runCommand(deps, context, (trx) => recordPaymentIn(deps, trx, { context, body }))
}
