import { businessDay, type Day } from '@quincena/domain/dates'
import { arrivalDay } from '@quincena/domain/incoming-payments/rules'
import { type Payoff, payoff } from '@quincena/domain/loans/payoff'
import type { PayoffQuote } from '@quincena/domain/payments/schema'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { earnedSoFar } from '../../../treasury/ledger/queries/earned.ts'
import { getIncomingPayment } from '../../incoming-payments/queries/incoming-payments.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
import { fixedSchedule } from '../../loans/queries/loan-detail.ts'
import { refuseNotPayable } from '../commands/record-payment.ts'

/**
 * Computes what settles a payable loan on `day`, from its fixed schedule and the finance charge that the ledger has
 * earned so far. Amounts in centavos.
 */
export async function computePayoff(
  db: Db | Trx,
  { loan, day: today }: { loan: LoanRow; day: Day },
): Promise<Payoff> {
  const { income, tax } = await earnedSoFar(db, loan.id)
  return payoff({
    type: loan.type,
    schedule: await fixedSchedule(db, loan.id),
    amount_due: loan.amount_due_cents,
    unearned: loan.total_debt_cents - loan.amount_cents - income - tax,
    start: loan.sent_at === null ? today : businessDay(loan.sent_at),
    today,
  })
}

async function findLoan(db: Db, id: number): Promise<LoanRow> {
  const loan = await db.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirst()
  if (loan === undefined) throw new AppError('loan.not_found', 404)
  return loan
}

async function quoteOf(db: Db, { loan, day }: { loan: LoanRow; day: Day }): Promise<PayoffQuote> {
  refuseNotPayable(loan)
  const computed = await computePayoff(db, { loan, day })
  return { loan_request: loan.id, day, amount_due: loan.amount_due_cents, ...computed }
}

/**
 * `GET /loan/{id}/payoff`, for the loan's worker and for staff: the amount that settles it today. Amounts in centavos.
 * Throws `loan.not_found` (404, also for another worker's loan), `payment.settled`, `loan.not_active` (409).
 */
export async function getPayoff(
  db: Db,
  { user, today }: { user: Actor; today: Day },
  id: number,
): Promise<PayoffQuote> {
  const loan = await findLoan(db, id)
  if (!isStaff(user) && loan.user_id !== user.id) throw new AppError('loan.not_found', 404)
  return quoteOf(db, { loan, day: today })
}

/**
 * `GET /stp/incoming-payments/{id}/payoff`: the amount that settles a loan, computed for the day when the money
 * arrived. Amounts in centavos. Throws `incoming_payment.not_found`, `loan.not_found` (404), `payment.settled`,
 * `loan.not_active` (409).
 */
export async function getArrivedPayoff(
  db: Db,
  { incoming_payment_id, loan_id }: { incoming_payment_id: number; loan_id: number },
): Promise<PayoffQuote> {
  const day = arrivalDay(await getIncomingPayment(db, incoming_payment_id))
  return quoteOf(db, { loan: await findLoan(db, loan_id), day })
}
