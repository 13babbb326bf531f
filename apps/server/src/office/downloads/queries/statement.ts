import { businessDay, type Day } from '@quincena/domain/dates'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import type { Env } from '../../../env.ts'
import { getLoan, type LoanReader } from '../../../lending/loans/queries/loan-detail.ts'
import { renderPdf } from '../../../pdf/render.ts'
import { type AccountMove, listAccountMoves } from '../../../treasury/ledger/queries/account-moves.ts'
import { earnedSoFar } from '../../../treasury/ledger/queries/earned.ts'
import type { Statement, StatementInstallment } from '../pdf/statement-document.ts'

/** Sum of the movements of these kinds, in centavos; positive if it raises the debt. */
const booked = (moves: readonly AccountMove[], ...kinds: string[]) =>
  moves.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { change }) => sum + change, 0)

function withStatus({ schedule }: LoanDetail, today: Day): StatementInstallment[] {
  return schedule.map(({ paid, ...row }) => {
    const unpaid = row.due_date < today ? ('overdue' as const) : ('pending' as const)
    return { ...row, status: paid ? ('paid' as const) : unpaid }
  })
}

/** Sums of the account's movements in centavos: principal, charge, payments, discounts and balance. */
function sumsOf(moves: readonly AccountMove[]) {
  return {
    principal: booked(moves, 'payout_principal', 'payout_principal_reversed'),
    charge: booked(moves, 'payout_charge', 'payout_charge_reversed'),
    paid: 0 - booked(moves, 'payment', 'payment_reversed'),
    discount: 0 - booked(moves, 'payoff_discount', 'payoff_discount_reversed'),
    balance: moves.at(-1)?.balance ?? 0,
  }
}

interface StatementRequest extends LoanReader {
  loan_id: number
  lender: Env['lender']
}

/**
 * Reads the data of a loan's statement as of now: terms, schedule, and every movement of the debt from the ledger, in
 * centavos. Throws `loan.not_found` (404, also for another worker's loan), `statement.not_yet` (409) before the payout.
 */
export async function readStatement(db: Db, request: StatementRequest): Promise<Statement> {
  const { loan_id, now } = request
  const loan = await getLoan(db, request, loan_id)
  const moves = await listAccountMoves(db, loan_id)
  if (moves.length === 0) throw new AppError('statement.not_yet', 409)
  const { income, tax } = await earnedSoFar(db, loan_id)
  const { folio, type, state, amount, total_debt, interest_rate, commission, cat, period } = loan
  const { payment_deadline, next_payment_date, sent_at, accepted_at, receiving_account } = loan
  return {
    as_of: isoOf(now),
    lender: request.lender,
    worker: { name: `${loan.user.first_name} ${loan.user.last_name}`, curp: loan.user.curp },
    company_name: loan.company_name,
    ...{ folio, type, state, amount, total_debt, interest_rate, commission, cat, period },
    ...{ payment_deadline, next_payment_date, sent_at, accepted_at, receiving_account },
    next_payment: loan.suggested_payment,
    tax_rate: loan.tax_rate,
    earned: { charge: income + tax, tax },
    sums: sumsOf(moves),
    installments: withStatus(loan, businessDay(now)),
    moves,
  }
}

/**
 * Renders a loan's statement as a PDF, for its worker and for staff. Throws what `readStatement` and `renderPdf` throw.
 */
export async function getStatement(
  db: Db,
  { signal, ...request }: StatementRequest & { signal: AbortSignal },
) {
  const statement = await readStatement(db, request)
  const bytes = await renderPdf({ kind: 'statement', data: statement }, { user_id: request.user.id, signal })
  return { bytes, filename: `Estado_de_cuenta_${statement.folio}.pdf` }
}
