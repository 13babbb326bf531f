import { businessDay, type Day } from '@quincena/domain/dates'
import type { Lender } from '@quincena/domain/lender/schema'
import { paidChargeOn } from '@quincena/domain/loans/books'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { waitingOn } from '@quincena/domain/loans/replay'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { getLoan, type LoanReader } from '../../../lending/loans/queries/loan-detail.ts'
import { readDividedPayments } from '../../../lending/payments/queries/divided-payments.ts'
import { renderKeptPdf } from '../../../platform/papers/commands.ts'
import { type AccountMove, listAccountMoves } from '../../../treasury/ledger/queries/account-moves.ts'
import type { Statement, StatementInstallment, StatementSums } from '../pdf/statement.ts'

/** Sum of the movements of these kinds, in centavos; positive if it raises the debt. */
export const booked = (moves: readonly AccountMove[], ...kinds: string[]) =>
  moves.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { change }) => sum + change, 0)

function withStatus({ schedule, in_clarification }: LoanDetail, today: Day): StatementInstallment[] {
  return schedule.map(({ paid, version: _version, ...row }) => {
    const unpaid = row.due_date < today && !in_clarification ? ('overdue' as const) : ('pending' as const)
    return { ...row, status: paid ? ('paid' as const) : unpaid }
  })
}

/** Sums of the account's movements in centavos. */
export function sumsOf(moves: readonly AccountMove[]): StatementSums {
  const net = (...kinds: string[]) => booked(moves, ...kinds, ...kinds.map((kind) => `${kind}_reversed`))
  return {
    principal: net('payout_principal', 'opening_principal'),
    charge: net('payout_charge', 'payout_tax', 'opening_charge', 'opening_tax'),
    paid: 0 - net('payment'),
    discount: 0 - net('discount', 'tax_discount', 'payoff_discount'),
    remainder: net('remainder'),
    paid_apart: 0 - net('owed_by_worker'),
    balance: moves.at(-1)?.balance ?? 0,
  }
}

/**
 * What the payments have paid until today, in centavos: `interest` without VAT, and money that waits for a later due
 * date. A loan whose payout came back has paid nothing.
 */
async function collectedOf(db: Db, { id, sums, today }: { id: number; sums: StatementSums; today: Day }) {
  const row = await db.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { payments, loaded } = await readDividedPayments(db, row)
  if (loaded === undefined) return { payments, collected: { principal: 0, interest: 0, tax: 0, waiting: 0 } }
  const { position, tax: vat } = loaded
  const { interest, tax } = paidChargeOn(position, today, vat)
  const waiting = waitingOn(position, today)
  const received = sums.paid + sums.paid_apart - sums.remainder
  return { payments, collected: { principal: received - interest - tax - waiting, interest, tax, waiting } }
}

/** A request of a loan's statement, by its worker or by staff. */
export interface StatementRequest extends LoanReader {
  loan_id: number
  lender: Lender
}

/**
 * Reads the data of a loan's statement as of now: terms, what is to be paid, schedule in force, payments with their
 * division, and every movement of the debt from the ledger, in centavos. Throws `loan.not_found` (404, also for another
 * worker's loan), `statement.not_yet` (409) before the payout.
 */
export async function readStatement(db: Db, request: StatementRequest): Promise<Statement> {
  const { loan_id, now } = request
  const loan = await getLoan(db, request, loan_id)
  const moves = await listAccountMoves(db, loan_id)
  if (moves.length === 0) throw new AppError('statement.not_yet', 409)
  const today = businessDay(now)
  const sums = sumsOf(moves)
  const { folio, type, state, amount, total_debt, interest_rate, commission, cat, period } = loan
  const { payment_deadline, to_pay, overdue, payoff, sent_at, accepted_at, receiving_account } = loan
  const { version = 1, from = today } = loan.schedules.at(-1) ?? {}
  return {
    as_of: isoOf(now),
    lender: request.lender,
    worker: { name: `${loan.user.first_name} ${loan.user.last_name}`, curp: loan.user.curp },
    company_name: loan.company_name,
    ...{ folio, type, state, amount, total_debt, interest_rate, commission, cat, period },
    ...{ payment_deadline, to_pay, overdue, payoff, sent_at, accepted_at, receiving_account },
    ...{ tax_rate: loan.tax_rate, tax_added: loan.tax_added },
    ...{ sums, moves, schedule_version: { version, from } },
    ...(await collectedOf(db, { id: loan_id, sums, today })),
    installments: withStatus(loan, today),
  }
}

/**
 * Renders a loan's statement as a PDF, for its worker and for staff. One of the same day with the same figures is given
 * again, with the time at which it was made. Throws what `readStatement` and `renderPdf` throw.
 */
export async function getStatement(
  deps: Deps,
  { signal, ...request }: StatementRequest & { signal: AbortSignal },
) {
  const data = await readStatement(deps.db, request)
  const same = { ...data, as_of: businessDay(request.now) }
  const paper = { job: { kind: 'statement' as const, data }, same, lender: data.lender }
  const bytes = await renderKeptPdf(deps, paper, { user_id: request.user.id, signal })
  return { bytes, filename: `Estado_de_cuenta_${data.folio}.pdf` }
}
