import type { ScheduleRow } from '@quincena/domain/loans/amortization'
import { type LoanEvent, type LoanState, transition } from '@quincena/domain/loans/rules'
import type { Selectable, Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import { publishToMany } from '../../../command/events.ts'
import type { LoanTables } from '../../../db/loan-types.ts'
import { inOneMessage, writeLater } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type EventLoan, recordTransition } from '../../../platform/webhook-events/commands.ts'

export type LoanRow = Selectable<LoanTables['loan']>

/**
 * Reads and locks a loan until the transaction ends. Throws `loan.not_found` (404). Commands lock the worker first,
 * then the loan, then its order. `for no key update` lets other transactions insert rows that reference the locked one
 * (a notification to its worker); `for update` would deadlock with them.
 */
export async function lockLoan(trx: Trx, id: number): Promise<LoanRow> {
  return requireLoan(await selectLocked(trx, id).executeTakeFirst())
}

/** The statement of `lockLoan`, to be sent with others; `requireLoan` judges its row. */
export const selectLocked = (trx: Trx, id: number) =>
  trx.selectFrom('loan').selectAll().where('id', '=', id).forNoKeyUpdate()

/** Throws `loan.not_found` (404) without a row. */
export function requireLoan(loan: LoanRow | undefined): LoanRow {
  if (loan === undefined) throw new AppError('loan.not_found', 404)
  return loan
}

/**
 * Locks the worker, then the loan: for commands that open a loan or read the worker's account. Throws `loan.not_found`
 * (404).
 */
export async function lockLoanAndWorker(trx: Trx, id: number): Promise<LoanRow> {
  const owner = await trx.selectFrom('loan').select('user_id').where('id', '=', id).executeTakeFirst()
  if (owner === undefined) throw new AppError('loan.not_found', 404)
  const worker = trx.selectFrom('app_user').select('id').where('id', '=', owner.user_id).forNoKeyUpdate()
  const [, [loan]] = await inOneMessage(trx, (send) =>
    Promise.all([send(worker), send(selectLocked(trx, id))]),
  )
  return requireLoan(loan)
}

/** What a change of a loan needs: the time, and the screens to tell. */
export interface Publishing extends Pick<Deps, 'clock'> {
  events: Pick<Deps['events'], 'publish'>
}

interface Move {
  loan: LoanRow
  event: LoanEvent
  changes?: Updateable<LoanTables['loan']>
}

/**
 * Moves a locked loan to the state that the life-cycle table gives for the event. Throws `loan.transition_refused`
 * (409) if the table has no such transition.
 */
export async function moveLoan(deps: Deps, trx: Trx, { loan, event, changes }: Move): Promise<LoanRow> {
  const state = transition(loan.state, event)
  if (state === null) throw new AppError('loan.transition_refused', 409)
  return changeLoan(deps, trx, { loan, event, changes: { ...changes, state } })
}

interface ManyMoves extends Omit<Move, 'loan'> {
  /** Locked loans, all in the state `from`. */
  loans: readonly EventLoan[]
  from: LoanState
}

/**
 * Moves many locked loans of one state, with one statement. Throws `loan.transition_refused` (409) if the life-cycle
 * table has no such transition.
 */
export async function moveLoans(
  deps: Publishing,
  trx: Trx,
  { loans, from, event, changes }: ManyMoves,
): Promise<void> {
  const state = transition(from, event)
  if (state === null) throw new AppError('loan.transition_refused', 409)
  const ids = loans.map(({ id }) => id)
  await trx
    .updateTable('loan')
    .set({ ...changes, state, updated_at: isoOf(deps.clock()) })
    .where('id', 'in', ids)
    .execute()
  await recordTransition(deps, trx, { event, loans })
  const user_ids = loans.map(({ user_id }) => user_id)
  // The id of one loan, or 0 for all.
  const id = ids.length === 1 ? (ids[0] ?? 0) : 0
  await publishToMany(deps.events, trx, { topic: 'loan', id, user_ids, staff: true })
}

interface Change {
  loan: LoanRow
  changes: Updateable<LoanTables['loan']>
  /** The transition that the changes are; null or missing if the state stays. */
  event?: LoanEvent | null
}

/**
 * Writes fields of a locked loan, publishes the change to the worker's and the staff's screens, and records a transition
 * for webhooks.
 */
export async function changeLoan(
  deps: Publishing,
  trx: Trx,
  { loan, changes, event = null }: Change,
): Promise<LoanRow> {
  const changed = await trx
    .updateTable('loan')
    .set({ ...changes, updated_at: isoOf(deps.clock()) })
    .where('id', '=', loan.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (event !== null) await recordTransition(deps, trx, { event, loans: [changed] })
  await deps.events.publish(trx, { topic: 'loan', id: loan.id, user_ids: [loan.user_id], staff: true })
  return changed
}

/** Writes fields of a locked loan as `changeLoan` does, with the next message; the caller knows the row afterwards. */
export async function changeLoanLater(
  deps: Publishing,
  trx: Trx,
  { loan, changes, event = null }: Change,
): Promise<void> {
  const set = { ...changes, updated_at: isoOf(deps.clock()) }
  await writeLater(trx, trx.updateTable('loan').set(set).where('id', '=', loan.id))
  if (event !== null) await recordTransition(deps, trx, { event, loans: [loan] })
  await deps.events.publish(trx, { topic: 'loan', id: loan.id, user_ids: [loan.user_id], staff: true })
}

/** Replaces the installments of a loan's contract, with the next message. */
export async function writeSchedule(
  trx: Trx,
  loan_id: number,
  schedule: readonly ScheduleRow[],
): Promise<void> {
  await writeLater(trx, trx.deleteFrom('installment').where('loan_id', '=', loan_id))
  const rows = schedule.map(({ number, due_date, payment, principal, interest, tax, balance }) => ({
    loan_id,
    number,
    due_date,
    payment_cents: payment,
    principal_cents: principal,
    interest_cents: interest,
    tax_cents: tax,
    balance_cents: balance,
  }))
  if (rows.length > 0) await writeLater(trx, trx.insertInto('installment').values(rows))
}
