import { addDays, businessDay, type Day } from '@quincena/domain/dates'
import { booksOn, paidChargeOn } from '@quincena/domain/loans/books'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { figuresOn } from '@quincena/domain/loans/figures'
import type { LoanPosition } from '@quincena/domain/loans/position'
import { positionOn, replayPayments } from '@quincena/domain/loans/replay'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { getLoan } from '../../../lending/loans/queries/loan-detail.ts'
import type { LoadedLoan } from '../../../lending/loans/queries/position.ts'
import type { DividedPayment } from '../../../lending/payments/pdf/division-parts.ts'
import { readDividedPayments } from '../../../lending/payments/queries/divided-payments.ts'
import { renderKeptPdf } from '../../../platform/papers/commands.ts'
import { type AccountMove, listAccountMoves } from '../../../treasury/ledger/queries/account-moves.ts'
import type { PeriodStatement, PeriodSums } from '../pdf/period-statement.ts'
import { booked, type StatementRequest, sumsOf } from './statement.ts'

interface Period {
  from: Day
  to: Day
}

type PeriodRequest = StatementRequest & Period

const isWithin = (instant: string, { from, to }: Period) => {
  const day = businessDay(instant)
  return day >= from && day <= to
}

/** The movements of a period, with what was owed before and after them, in centavos. */
function sumsIn(all: readonly AccountMove[], period: Period): { moves: AccountMove[]; sums: PeriodSums } {
  const moves = all.filter(({ created_at }) => isWithin(created_at, period))
  const before = all.findLast(({ created_at }) => businessDay(created_at) < period.from)
  const opening = before?.balance ?? 0
  const { balance: _balance, ...sums } = sumsOf(moves)
  return {
    moves,
    sums: {
      ...sums,
      opening,
      charge_tax: booked(moves, 'payout_tax', 'payout_tax_reversed', 'opening_tax'),
      discount_tax: 0 - booked(moves, 'tax_discount', 'tax_discount_reversed'),
      written_off: 0 - booked(moves, 'write_off', 'write_off_reversed'),
      closing: moves.at(-1)?.balance ?? opening,
    },
  }
}

/** A payment that was registered by the end of `day`, and not reversed until then. */
const isKnown = ({ created_at, reversed_at, owed_by_worker }: DividedPayment, day: Day) =>
  businessDay(created_at) <= day && (reversed_at === null || owed_by_worker || businessDay(reversed_at) > day)

interface History {
  loaded: LoadedLoan
  payments: readonly DividedPayment[]
}

/**
 * The position as the books had it at the end of `day`: a payment that was reversed later still counts, and one that was
 * registered later does not. Payments that were reversed under the earlier rules may exceed a payoff of these; then those
 * in force count.
 */
function knownPosition({ loaded, payments }: History, day: Day): LoanPosition {
  const { opened, tax } = loaded
  const known = payments
    .filter((payment) => isKnown(payment, day))
    .map(({ id, value_date, excess, amount_paid, remainder }) => {
      const waived = loaded.payments.find((payment) => payment.id === id)?.waived ?? 0
      return { id, value_date, excess, waived, amount: amount_paid - remainder }
    })
  const replay = replayPayments(opened, known, tax)
  return 'error' in replay ? positionOn(loaded, day) : replay.position
}

const NO_CHARGE = { accrued: 0, interest: 0, tax: 0 }

/** Interest without VAT that accrued until the end of `day`, and what of it and of its VAT was paid, in centavos. */
function chargeUntil(history: History, day: Day) {
  const { opened, tax } = history.loaded
  if (day < opened.start) return NO_CHARGE
  const position = knownPosition(history, day)
  return { accrued: booksOn(position, day, tax).income, ...paidChargeOn(position, day, tax) }
}

/** What accrued and what was paid of the charge in the period. A loan whose payout came back has no charge. */
function chargeIn({ loaded, payments }: Partial<History>, { from, to }: Period) {
  if (loaded === undefined || payments === undefined)
    return { accrued: 0, collected: { interest: 0, tax: 0 } }
  const history = { loaded, payments }
  const [before, after] = [chargeUntil(history, addDays(from, -1)), chargeUntil(history, to)]
  return {
    accrued: after.accrued - before.accrued,
    collected: { interest: after.interest - before.interest, tax: after.tax - before.tax },
  }
}

type Owed = Pick<PeriodStatement, 'to_pay' | 'overdue' | 'payoff'>

/** What is owed at the end of the period; today's figures are those of the loan's screen. */
function owedOn(
  { loaded, payments }: Partial<History>,
  { loan, to, today }: { loan: LoanDetail; to: Day; today: Day },
): Owed {
  const { to_pay, overdue, payoff } = loan
  if (to === today) return { to_pay, overdue, payoff }
  if (loaded === undefined || payments === undefined || to < loaded.opened.start)
    return { to_pay: null, overdue: 0, payoff: 0 }
  const figures = figuresOn(knownPosition({ loaded, payments }, to), to)
  return { to_pay: figures.to_pay, overdue: figures.overdue, payoff: figures.payoff }
}

/** The payments that were registered in the period, as they were at its end. */
const paymentsIn = (payments: readonly DividedPayment[], period: Period): DividedPayment[] =>
  payments
    .filter(({ created_at }) => isWithin(created_at, period))
    .map((payment) => {
      const { reversed_at } = payment
      const isLater = reversed_at !== null && businessDay(reversed_at) > period.to
      return isLater ? { ...payment, reversed_at: null } : payment
    })

/** A period until today at the latest. Throws `statement.period_not_yet` (422). */
function periodUntil({ from, to }: Period, today: Day): Period {
  if (from > today)
    throw new AppError('request.invalid', 422, { fields: { from: 'statement.period_not_yet' } })
  return { from, to: to < today ? to : today }
}

/**
 * Reads the data of a loan's statement of a period: the debt before and after it and every movement between them from
 * the ledger, by the day on which it was booked; interest and VAT from the balance model as the books had it at the end
 * of the period, in centavos. The statement of a past period changes only if a later correction divides a payment of it
 * anew. Throws `loan.not_found` (404, also for another worker's loan), `statement.not_yet` (409) if nothing was owed
 * until its end, `statement.period_not_yet` (422).
 */
export async function readPeriodStatement(db: Db, request: PeriodRequest): Promise<PeriodStatement> {
  const { loan_id, now, lender } = request
  const loan = await getLoan(db, request, loan_id)
  const today = businessDay(now)
  const period = periodUntil(request, today)
  const all = await listAccountMoves(db, loan_id)
  const first = all[0]
  if (first === undefined || businessDay(first.created_at) > period.to)
    throw new AppError('statement.not_yet', 409)
  const row = await db.selectFrom('loan').selectAll().where('id', '=', loan_id).executeTakeFirstOrThrow()
  const { payments, loaded } = await readDividedPayments(db, row)
  const history = loaded === undefined ? {} : { loaded, payments }
  const { folio, type, amount, total_debt, interest_rate, commission, tax_rate, tax_added, cat } = loan
  return {
    lender,
    worker: { name: `${loan.user.first_name} ${loan.user.last_name}`, curp: loan.user.curp },
    company_name: loan.company_name,
    ...{ folio, type, amount, total_debt, interest_rate, commission, tax_rate, tax_added, cat },
    period: loan.period,
    ...period,
    ...sumsIn(all, period),
    ...chargeIn(history, period),
    ...owedOn(history, { loan, to: period.to, today }),
    payments: paymentsIn(payments, period),
  }
}

/**
 * Renders a loan's statement of a period as a PDF, for its worker and for staff. The same data give the same bytes.
 * Throws what `readPeriodStatement` and `renderPdf` throw.
 */
export async function getPeriodStatement(
  deps: Deps,
  { signal, ...request }: PeriodRequest & { signal: AbortSignal },
) {
  const data = await readPeriodStatement(deps.db, request)
  const paper = { job: { kind: 'period_statement' as const, data }, same: data, lender: data.lender }
  const bytes = await renderKeptPdf(deps, paper, { user_id: request.user.id, signal })
  return { bytes, filename: `Estado_de_cuenta_${data.folio}_${data.from}_${data.to}.pdf` }
}
