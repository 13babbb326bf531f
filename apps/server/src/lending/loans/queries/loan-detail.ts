import { businessDay, type Day } from '@quincena/domain/dates'
import { beneficiary } from '@quincena/domain/loans/limits'
import { markPaid } from '@quincena/domain/loans/repayment'
import { isPaidOut } from '@quincena/domain/loans/rules'
import type { PlannedInstallment } from '@quincena/domain/loans/schedule'
import type { LoanDetail, ReceivingAccount } from '@quincena/domain/loans/schema'
import { bankName } from '@quincena/domain/mexico/banks'
import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import type { Payment } from '@quincena/domain/payments/schema'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { StpHours } from '../../../integrations/stp/hours.ts'
import { findUser } from '../../../people/accounts/queries.ts'
import type { LoanRow } from '../commands/move-loan.ts'
import { type LoanOfList, presentLoan } from '../presenters.ts'
import { loanRows } from './loans.ts'
import { planLoan } from './terms.ts'

/** The fixed installments of a loan, in order, amounts in centavos; none before it is accepted. */
export function fixedSchedule(db: Db | Trx, loan_id: number): Promise<PlannedInstallment[]> {
  return db
    .selectFrom('installment')
    .select(['number', 'due_date', 'payment_cents as payment', 'principal_cents as principal'])
    .select(['interest_cents as interest', 'balance_cents as balance'])
    .where('loan_id', '=', loan_id)
    .orderBy('number')
    .execute()
}

/** The payments of a loan, newest first, including reversed ones. Amounts in centavos. */
function paymentsOf(db: Db, loan_id: number): Promise<Payment[]> {
  return db
    .selectFrom('payment')
    .select([
      'id',
      'loan_id as loan_request',
      'user_id as user',
      'created_at',
      'reversed_at',
      'reversal_reason',
    ])
    .select(['amount_paid_cents as amount_paid', 'previous_amount_due_cents as previous_amount_due'])
    .select(['new_amount_due_cents as new_amount_due', 'discount_cents as discount'])
    .where('loan_id', '=', loan_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Centavos paid of a loan that is or was in force; 0 for any other loan. */
const paidOf = (loan: LoanRow) => (isPaidOut(loan.state) ? loan.total_debt_cents - loan.amount_due_cents : 0)

/**
 * The fixed schedule with its CAT. Without one: the schedule of an acceptance today for a request or an offer, of the
 * requested day for any other loan.
 */
async function scheduleOf(db: Db, loan: LoanRow, today: Day) {
  const fixed = await fixedSchedule(db, loan.id)
  if (fixed.length > 0) return { schedule: markPaid(fixed, paidOf(loan)), cat: loan.cat }
  const open = loan.state === 'requested' || loan.state === 'approved'
  const { schedule, cat } = planLoan(loan, open ? today : loan.requested_day)
  return { schedule: markPaid(schedule, 0), cat }
}

/** The account of the latest order that did not fail; without one, the worker's current account. */
async function accountOf(
  db: Db,
  loan_id: number,
  worker: { bank: string | null; debit_card_number: string | null },
) {
  const order = await db
    .selectFrom('transfer')
    .select(['counterpart_institution', 'beneficiary_account'])
    .where('loan_id', '=', loan_id)
    .where('status', '<>', 'failed')
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return receivingAccount(
    order?.counterpart_institution ?? worker.bank,
    order?.beneficiary_account ?? worker.debit_card_number,
  )
}

/** An account with only its last 4 digits; null if no account that can be paid is given. */
function receivingAccount(bank: string | null, account: string | null): ReceivingAccount | null {
  const receiver = beneficiary(account)
  if (receiver === null) return null
  const { account_type } = receiver
  return { bank, bank_name: bankName(bank), account_last4: receiver.account.slice(-4), account_type }
}

/** Finds the loan for its worker or for staff. Throws `loan.not_found` (404) for anyone else and for an unknown id. */
async function readableLoan(db: Db, user: Actor, id: number): Promise<LoanOfList> {
  const row = await loanRows(db).where('l.id', '=', id).executeTakeFirst()
  if (row === undefined || (!isStaff(user) && row.user_id !== user.id))
    throw new AppError('loan.not_found', 404)
  return row
}

/** After this many seconds an order that is not sent counts as waiting. */
const promptSeconds = 10

/** Who reads a loan and when; STP's hours tell whether its order waits for the end of the nightly pause. */
export interface LoanReader {
  user: Actor
  now: Temporal.Instant
  hours: StpHours
}

/**
 * Why the order of a signed loan is not sent yet: `night` during STP's nightly pause, `queue` after `promptSeconds`.
 * Empty if the order is sent or younger than that.
 */
async function waitOf(
  db: Db,
  { id, state }: LoanRow,
  { now, hours }: LoanReader,
): Promise<Pick<LoanDetail, 'payout_waits'>> {
  if (state !== 'disbursing') return {}
  const query = db.selectFrom('transfer').select('created_at').where('loan_id', '=', id)
  const order = await query.where('status', '=', 'pending').executeTakeFirst()
  if (order === undefined) return {}
  if (isNightlyPause(await hours.at(now))) return { payout_waits: 'night' }
  const waited = Temporal.Instant.from(order.created_at).until(now).total('seconds')
  return waited > promptSeconds ? { payout_waits: 'queue' } : {}
}

/**
 * `GET /loan/{id}`: the loan with its worker, payments, schedule and account. Amounts in centavos. Throws
 * `loan.not_found` (404), also for another worker's loan.
 */
export async function getLoan(db: Db, reader: LoanReader, id: number): Promise<LoanDetail> {
  const row = await readableLoan(db, reader.user, id)
  const worker = await findUser(db, row.user_id)
  if (worker === undefined) throw new AppError('loan.not_found', 404)
  const today = businessDay(reader.now)
  const {
    tax_rate,
    rejection_reason,
    approved_at,
    rejected_at,
    accepted_at,
    sent_at,
    settled_at,
    completed_at,
  } = row
  return {
    ...presentLoan(row, today),
    ...(await scheduleOf(db, row, today)),
    ...(await waitOf(db, row, reader)),
    tax_rate,
    rejection_reason,
    approved_at,
    rejected_at,
    accepted_at,
    sent_at,
    settled_at,
    completed_at,
    user: worker,
    company_name: row.company_name,
    payments: await paymentsOf(db, id),
    receiving_account: await accountOf(db, id, worker),
    offer_expires_on: row.state === 'approved' ? row.offer_expires_on : null,
  }
}
