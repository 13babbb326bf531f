import { type LoanEvent, transition } from '@quincena/domain/loans/rules'
import type { PlannedInstallment } from '@quincena/domain/loans/schedule'
import type { Selectable, Updateable } from 'kysely'
import type { LoanTables } from '../../../db/loan-types.ts'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'

export type LoanRow = Selectable<LoanTables['loan']>

/**
 * The loan, held until the act ends. Acts lock a worker first, then the loan, then its order. The lock lets rows that
 * point to a locked one be written (a notification to its worker): a full lock would deadlock with those.
 */
export async function lockLoan(trx: Trx, id: number): Promise<LoanRow> {
  const loan = await trx
    .selectFrom('loan')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (loan === undefined) throw new AppError('loan.not_found', 404)
  return loan
}

/** The loan and before it its worker: what an act takes that opens a loan or reads the worker's account. */
export async function lockLoanAndWorker(trx: Trx, id: number): Promise<LoanRow> {
  const owner = await trx.selectFrom('loan').select('user_id').where('id', '=', id).executeTakeFirst()
  if (owner === undefined) throw new AppError('loan.not_found', 404)
  await trx.selectFrom('app_user').select('id').where('id', '=', owner.user_id).forNoKeyUpdate().execute()
  return lockLoan(trx, id)
}

interface Move {
  loan: LoanRow
  event: LoanEvent
  changes?: Updateable<LoanTables['loan']>
}

/** Changes a locked loan's state as the life-cycle table has it; 409 `loan.transition_refused` where it does not. */
export async function moveLoan(deps: Deps, trx: Trx, { loan, event, changes }: Move): Promise<LoanRow> {
  const state = transition(loan.state, event)
  if (state === null) throw new AppError('loan.transition_refused', 409)
  return changeLoan(deps, trx, { loan, changes: { ...changes, state } })
}

/** Writes a locked loan's fields and tells the worker's and the staff's screens. */
export async function changeLoan(
  deps: Deps,
  trx: Trx,
  { loan, changes }: Omit<Move, 'event'>,
): Promise<LoanRow> {
  const changed = await trx
    .updateTable('loan')
    .set({ ...changes, updated_at: isoOf(deps.clock()) })
    .where('id', '=', loan.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await deps.events.publish(trx, { topic: 'loan', id: loan.id, user_ids: [loan.user_id], staff: true })
  return changed
}

/** Fixes the instalments of a loan, in place of any it had. */
export async function writeSchedule(
  trx: Trx,
  loan_id: number,
  schedule: readonly PlannedInstallment[],
): Promise<void> {
  await trx.deleteFrom('installment').where('loan_id', '=', loan_id).execute()
  const rows = schedule.map(({ number, due_date, payment, principal, interest, balance }) => ({
    loan_id,
    number,
    due_date,
    payment_cents: payment,
    principal_cents: principal,
    interest_cents: interest,
    balance_cents: balance,
  }))
  if (rows.length > 0) await trx.insertInto('installment').values(rows).execute()
}
