import { contractPayload } from '@quincena/domain/contracts/schema'
import { businessDay, type Day } from '@quincena/domain/dates'
import { booksOn, EMPTY_BOOKS } from '@quincena/domain/loans/books'
import { lateFrom } from '@quincena/domain/loans/delinquency'
import { openLoan } from '@quincena/domain/loans/position'
import type { LoanType } from '@quincena/domain/loans/rules'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { postPayout } from '../../../treasury/ledger/commands.ts'
import { createTransfer } from '../../../treasury/transfers/commands/create-transfer.ts'
import { findPayee } from '../../../treasury/transfers/queries/payee.ts'
import type { Place, TransferRow } from '../../../treasury/transfers/rules.ts'
import { expireCancellation } from '../../loans/commands/expire-cancellation.ts'
import { type LoanRow, moveLoan, writeSchedule } from '../../loans/commands/move-loan.ts'
import { findOpenLoan } from '../../loans/commands/request-loan.ts'
import { refusedNotice, returnedNotice, sentNotice } from '../../loans/notices.ts'
import { readContract } from '../../loans/queries/position.ts'
import { planLoan } from '../../loans/queries/terms.ts'

const concepts: Record<LoanType, string> = { credit: 'Envío de crédito', advance: 'Envío de anticipo' }

/**
 * Writes the order that will pay a loan out to its worker's current account, in the caller's transaction. The loan and
 * its worker are locked. Throws the errors of `createTransfer`.
 */
export async function createPayout(
  deps: Deps,
  trx: Trx,
  { loan, place }: { loan: LoanRow; place: Place },
): Promise<TransferRow> {
  return createTransfer(deps, trx, {
    target: { purpose: 'payout', loan_id: loan.id },
    amount_cents: loan.amount_cents,
    payment_concept: concepts[loan.type],
    payee: await findPayee(trx, loan.user_id),
    place,
  })
}

interface Payout {
  loan: LoanRow
  transfer_id: number
}

/** After a return, a new schedule counts from today; the contract's otherwise. */
async function scheduleOf(trx: Trx, { loan, today }: { loan: LoanRow; today: Day }) {
  if (loan.state !== 'payout_returned') return { rows: await readContract(trx, loan.id), dates: {} }
  const { schedule: rows, payment_deadline, term } = planLoan(loan, today)
  await writeSchedule(trx, loan.id, rows)
  return { rows, dates: { payment_deadline, term } }
}

/**
 * STP accepted the order: posts the payout and puts the loan in force with the whole debt due. Interest accrues from
 * today. Notifies the worker, and ends an open request to cancel the loan.
 */
export async function startLoan(
  deps: Deps,
  trx: Trx,
  { loan, transfer }: { loan: LoanRow; transfer: TransferRow },
): Promise<LoanRow> {
  const event = loan.state === 'payout_returned' ? 'resend' : 'send'
  const today = businessDay(deps.clock())
  const { rows, dates } = await scheduleOf(trx, { loan, today })
  const { type, interest_rate: annual_rate, frequency, tax_rate, tax_added, grace_bank_days } = loan
  const tax = { tax_rate, tax_added }
  const position = openLoan({ type, annual_rate, frequency, ...tax, start: today, rows })
  const change = { from: EMPTY_BOOKS, to: booksOn(position, today, tax), tax_added }
  await postPayout(deps, trx, { transfer_id: transfer.id, loan, change })
  const changes = {
    ...{ ...dates, amount_due_cents: loan.total_debt_cents, settled_at: null },
    ...{ start_day: today, booked_day: today, sent_at: isoOf(deps.clock()) },
    next_payment_date: rows[0]?.due_date ?? null,
    late_from: lateFrom(position, grace_bank_days),
    clarified_on: null,
  }
  const started = await moveLoan(deps, trx, { loan, event, changes })
  await expireCancellation(deps, trx, { context: null, loan_id: loan.id, because: 'sent' })
  const first_due = started.next_payment_date
  const sent = { transfer, first_due, new_first_due: event === 'resend' ? first_due : null }
  await notify(deps, trx, { recipient_id: loan.user_id, ...sentNotice(loan, sent) })
  return started
}

/**
 * STP refused the order: a loan in `disbursing` becomes an offer again, its worker is notified and an open request to
 * cancel it ends. A loan with a returned payout stays as it is.
 */
export async function reofferLoan(deps: Deps, trx: Trx, { loan, transfer_id }: Payout): Promise<void> {
  if (loan.state !== 'disbursing') return
  await writeSchedule(trx, loan.id, [])
  await moveLoan(deps, trx, {
    loan,
    event: 'refuse',
    changes: { accepted_at: null, next_payment_date: null },
  })
  await expireCancellation(deps, trx, { context: null, loan_id: loan.id, because: 'refused' })
  await notify(deps, trx, { recipient_id: loan.user_id, ...refusedNotice(loan, transfer_id) })
}

/** Schedule, deadline, CAT and instant of the contract that the worker signed last. */
async function signedTerms(trx: Trx, loan_id: number) {
  const signed = await trx
    .selectFrom('signed_contract')
    .innerJoin('acceptance', 'acceptance.id', 'signed_contract.acceptance_id')
    .innerJoin('contract', 'contract.id', 'acceptance.contract_id')
    .select(['contract.payload', 'acceptance.accepted_at'])
    .where('signed_contract.loan_id', '=', loan_id)
    .executeTakeFirstOrThrow()
  const { schedule, payment_deadline, cat } = contractPayload.parse(signed.payload).loan
  return { schedule, accepted_at: signed.accepted_at, payment_deadline, cat }
}

/**
 * Opens a loan again because STP did send money for it after the loan stopped waiting, even beside another open loan of
 * the type. The signed schedule applies; for a cancelled loan the dates count from the day of the payout, which the
 * caller books afterwards. The worker is locked. Throws `loan.transition_refused` (409) if another order pays the loan.
 */
export async function reviveLoan(deps: Deps, trx: Trx, loan: LoanRow): Promise<LoanRow> {
  const other = await findOpenLoan(trx, { user_id: loan.user_id, type: loan.type, except: loan.id })
  const beside_another = other !== undefined
  const cleared = { rejected_at: null, rejected_by: null, rejection_reason: null, closed_at: null }
  const reopened = { ...cleared, beside_another }
  if (loan.state === 'cancelled') return moveLoan(deps, trx, { loan, event: 'reinstate', changes: reopened })
  const { schedule, ...terms } = await signedTerms(trx, loan.id)
  await writeSchedule(
    trx,
    loan.id,
    schedule.map(({ tax = 0, ...row }) => ({ ...row, tax })),
  )
  return moveLoan(deps, trx, { loan, event: 'revive', changes: { ...reopened, ...terms } })
}

/** The bank returned the money: nothing is owed or falls due until it is sent again. Notifies the worker. */
export async function returnLoan(deps: Deps, trx: Trx, { loan, transfer_id }: Payout): Promise<void> {
  const nothing = { amount_due_cents: 0, next_payment_date: null, late_from: null, settled_at: null }
  const changes = { ...nothing, start_day: null, booked_day: null }
  await moveLoan(deps, trx, { loan, event: 'return', changes })
  await notify(deps, trx, { recipient_id: loan.user_id, ...returnedNotice(loan, transfer_id) })
}
