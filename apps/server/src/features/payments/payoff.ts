import { businessDay } from '@quincena/domain/dates'
import { type Payoff, payoff } from '@quincena/domain/loans/payoff'
import type { PayoffQuote } from '@quincena/domain/payments/schema'
import { type Actor, isStaff } from '../../lib/context.ts'
import type { Db, Deps, Trx } from '../../lib/deps.ts'
import { AppError } from '../../lib/errors.ts'
import { earnedSoFar } from '../ledger/queries.ts'
import type { LoanRow } from '../loans/commands/move-loan.ts'
import { fixedSchedule } from '../loans/loan-detail.ts'
import { refuseNotInForce } from './commands/record-payment.ts'

/** What settles a loan in force today, by its fixed schedule and what the books have earned. Amounts in centavos. */
export async function reckonPayoff(deps: Deps, db: Db | Trx, loan: LoanRow): Promise<Payoff> {
  const today = businessDay(deps.clock())
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

/**
 * `GET /loan/{id}/payoff`, for the loan's worker and for staff: what settles it today. Amounts in centavos. Throws
 * `loan.not_found` (404, also for another's), `payment.settled`, `loan.not_active` (409).
 */
export async function getPayoff(deps: Deps, user: Actor, id: number): Promise<PayoffQuote> {
  const loan = await deps.db.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirst()
  if (loan === undefined || (!isStaff(user) && loan.user_id !== user.id))
    throw new AppError('loan.not_found', 404)
  refuseNotInForce(loan)
  const reckoned = await reckonPayoff(deps, deps.db, loan)
  const day = businessDay(deps.clock())
  return { loan_request: id, day, amount_due: loan.amount_due_cents, ...reckoned }
}
