import type { Day } from '@quincena/domain/dates'
import { arrivedValueDate } from '@quincena/domain/incoming-payments/rules'
import { EXCESS_CHOICES, type ExcessChoice } from '@quincena/domain/loans/excess'
import { amountDue, figuresOn } from '@quincena/domain/loans/figures'
import { type LoanPosition, rowsInForce } from '@quincena/domain/loans/position'
import { largestPayment } from '@quincena/domain/loans/replay'
import type { Cents } from '@quincena/domain/money'
import type { PaymentPreview, PayoffQuote, PreviewOutcome } from '@quincena/domain/payments/schema'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import { getIncomingPayment } from '../../incoming-payments/queries/incoming-payments.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
import { type LoadedLoan, loadLoan } from '../../loans/queries/position.ts'
import { refuseImpossibleDate, refuseNotPayable } from '../commands/check-payment.ts'
import { replayWith } from '../commands/record-payment.ts'

async function findLoan(db: Db, id: number): Promise<LoanRow> {
  const loan = await db.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirst()
  if (loan === undefined) throw new AppError('loan.not_found', 404)
  return loan
}

/** Finds a payable loan for its worker or for staff. Throws 404 for anyone else, 409 unless it is payable. */
async function readPayable(db: Db, user: Actor, id: number): Promise<LoanRow> {
  const loan = await findLoan(db, id)
  if (!isStaff(user) && loan.user_id !== user.id) throw new AppError('loan.not_found', 404)
  refuseNotPayable(loan)
  return loan
}

/** The payment that settles a loan on `day`, divided as it would be; before other payments, what fits there. */
function quoteOf(loan: LoanRow, loaded: LoadedLoan, day: Day): PayoffQuote {
  const amount = largestPayment(loaded, day)
  const amount_due = amountDue(loaded.position)
  const quote = { loan_request: loan.id, day, amount_due, amount }
  if (amount === 0) return { ...quote, principal: 0, charge: 0, discount: 0 }
  const { position, division } = replayWith(loaded, { value_date: day, amount, excess: 'lower_payment' }, day)
  const { principal, interest, tax } = division
  return { ...quote, principal, charge: interest + tax, discount: amount_due - amount - amountDue(position) }
}

/** Who asks for a figure, and the business day. */
interface Reader {
  user: Actor
  today: Day
}

/**
 * `GET /loan/{id}/payoff`, for the loan's worker and for staff: the amount that settles it today. Amounts in centavos.
 * Throws `loan.not_found` (404, also for another worker's loan), `payment.settled`, `loan.not_active` (409).
 */
export async function getPayoff(db: Db, { user, today }: Reader, id: number): Promise<PayoffQuote> {
  const loan = await readPayable(db, user, id)
  return quoteOf(loan, await loadLoan(db, loan), today)
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
  const incoming = await getIncomingPayment(db, incoming_payment_id)
  const loan = await findLoan(db, loan_id)
  refuseNotPayable(loan)
  return quoteOf(loan, await loadLoan(db, loan), arrivedValueDate(incoming, loan.start_day))
}

/** The principal after each installment of the schedule in force. */
const balancesOf = (position: LoanPosition) =>
  rowsInForce(position).map(({ due_date, balance }) => ({ due_date, balance }))

interface Planned {
  value_date: Day
  amount: Cents
  today: Day
}

/**
 * What a payment would do with one choice for the excess. `discount` and `new_amount_due` are the loan's after all of its
 * payments, also where this one comes before others. Throws what `replayWith` throws.
 */
function outcomeOf(
  loaded: LoadedLoan,
  { value_date, amount, today }: Planned,
  excess: ExcessChoice,
): PreviewOutcome {
  const { position: after, division } = replayWith(loaded, { value_date, amount, excess }, today)
  const { due, on_account, prepaid, settles, principal, interest, tax } = division
  const new_amount_due = amountDue(after)
  const discount = amountDue(loaded.position) - amount - new_amount_due
  const { next_payment_date, to_pay } = figuresOn(after, today)
  const left =
    next_payment_date === null
      ? []
      : rowsInForce(after).filter(({ due_date }) => due_date >= next_payment_date)
  return {
    ...{ excess, discount, new_amount_due, to_pay },
    applied: { due, on_account, prepaid, settles, principal, interest, tax },
    installments_left: left.length,
    later_payment: left[1]?.payment ?? left[0]?.payment ?? 0,
    last_due_date: left.at(-1)?.due_date ?? null,
    balances: settles ? [] : balancesOf(after),
  }
}

/** The outcomes without those that do the same as one before them. */
function distinct(outcomes: readonly PreviewOutcome[]): PreviewOutcome[] {
  const seen = new Set<string>()
  return outcomes.filter(({ excess: _, ...outcome }) => {
    const what = JSON.stringify(outcome)
    const isNew = !seen.has(what)
    seen.add(what)
    return isNew
  })
}

/**
 * `GET /loan/{id}/payment-preview`, for the loan's worker and for staff: what a payment would do, without registering
 * it. Amounts in centavos. Throws `loan.not_found` (404), `payment.settled`, `loan.not_active` (409), and 422 for a
 * value date before the payout or in the future and for an amount above the payoff.
 */
export async function previewPayment(
  db: Db,
  { user, today }: Reader,
  input: { loan_id: number; amount_paid: Cents; value_date: Day | undefined },
): Promise<PaymentPreview> {
  const { loan_id, amount_paid: amount, value_date = today } = input
  const loan = await readPayable(db, user, loan_id)
  const loaded = await loadLoan(db, loan)
  refuseImpossibleDate({ value_date, today, start: loaded.opened.start })
  const planned = { value_date, amount, today }
  const first = outcomeOf(loaded, planned, 'lower_payment')
  const others = EXCESS_CHOICES.slice(1).map((excess) => outcomeOf(loaded, planned, excess))
  return {
    ...{ loan_request: loan_id, day: value_date, amount_due: amountDue(loaded.position) },
    payoff: largestPayment(loaded, value_date),
    balances: balancesOf(loaded.position),
    outcomes: (first.applied.prepaid ?? 0) > 0 ? distinct([first, ...others]) : [first],
  }
}
