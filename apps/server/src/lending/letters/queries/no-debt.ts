import { businessDay } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import type { Lender } from '@quincena/domain/lender/schema'
import type { NoDebtPayload } from '@quincena/domain/letters/payloads'
import { paidChargeOn } from '@quincena/domain/loans/books'
import { isPayable } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { LoanRow } from '../../loans/commands/move-loan.ts'
import { loadLoan } from '../../loans/queries/position.ts'

/** The worker owes a reversed payment of this loan apart from it, and has not paid all of what is owed apart. */
async function owesApart(db: Db | Trx, { id, user_id }: Pick<LoanRow, 'id' | 'user_id'>): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .innerJoin('worker_account', 'worker_account.user_id', 'payment.user_id')
    .select('payment.id')
    .where('payment.loan_id', '=', id)
    .where('payment.owed_by_worker', '=', true)
    .where('worker_account.user_id', '=', user_id)
    .where('worker_account.receivable_cents', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Why a loan has no no-debt letter: it is not paid off, or a part of it is owed apart. Null if one may be made. */
export async function letterBlocker(
  db: Db | Trx,
  loan: Pick<LoanRow, 'id' | 'user_id' | 'state' | 'amount_due_cents'>,
): Promise<AppError | null> {
  const { state, amount_due_cents } = loan
  if (isPayable(state)) {
    const detail = `De este préstamo se deben ${formatMoney(amount_due_cents)}: la constancia de no adeudo se emite cuando termina de pagarse.`
    return new AppError('no_debt_letter.not_yet', 409, { detail })
  }
  if (state !== 'completed') return new AppError('no_debt_letter.not_yet', 409)
  return (await owesApart(db, loan)) ? new AppError('no_debt_letter.owed_apart', 409) : null
}

/** The names that a letter states, as they are now. */
const namesOf = (db: Db | Trx, loan_id: number) =>
  db
    .selectFrom('loan')
    .innerJoin('app_user as u', 'u.id', 'loan.user_id')
    .leftJoin('company', 'company.id', 'loan.company_id')
    .select(['u.curp', 'u.rfc', 'company.name as company_name'])
    .select(sql<string>`trim(concat_ws(' ', u.first_name, u.last_name))`.as('name'))
    .where('loan.id', '=', loan_id)
    .executeTakeFirstOrThrow()

/** What the letter of a completed loan states, from its position: what was lent, what was paid, and when it was settled. */
export async function readNoDebt(
  db: Db | Trx,
  { loan, lender }: { loan: LoanRow; lender: Lender },
): Promise<NoDebtPayload> {
  const { position, tax } = await loadLoan(db, loan)
  if (position.settled === null) throw new Error(`Loan ${loan.id} is not settled`)
  const { day } = position.settled
  const charge = paidChargeOn(position, day, tax)
  const { company_name, ...worker } = await namesOf(db, loan.id)
  const { folio, type, amount_cents, accepted_at } = loan
  const accepted_on = accepted_at === null ? null : businessDay(accepted_at)
  return {
    ...{ lender, worker, company_name, settled_on: day },
    loan: { folio, type, amount_cents, accepted_on },
    charge_cents: charge.interest,
    tax_cents: charge.tax,
    total_paid_cents: amount_cents + charge.interest + charge.tax,
  }
}
