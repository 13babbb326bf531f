import { replayPayments } from '@quincena/domain/loans/replay'
import { isPaidOut } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import type { Payment } from '@quincena/domain/payments/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { paymentFactsOf, recordEvent } from '../../../platform/webhook-events/commands.ts'
import { unmarkRegistered } from '../../../treasury/incoming-payments/commands/mark-registered.ts'
import { lockForUndo } from '../../../treasury/incoming-payments/commands/record-stp-return.ts'
import { type MoneySource, moneyMoves, writePostings } from '../../../treasury/ledger/commands.ts'
import { type Move, signedMove } from '../../../treasury/ledger/rules.ts'
import { hasReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { oweMissingPart, returnPaidPart } from '../../../treasury/worker-accounts/commands/owe-again.ts'
import { voidLettersOf } from '../../letters/commands/void-letter.ts'
import { changeLoan, type LoanRow, lockLoanAndWorker, moveLoan } from '../../loans/commands/move-loan.ts'
import { findOpenLoan } from '../../loans/commands/request-loan.ts'
import type { LoadedLoan } from '../../loans/queries/position.ts'
import { reversedNotice } from '../notices.ts'
import { getPayment } from '../queries/payments.ts'
import { recalculateLoan } from './recalculate-loan.ts'
import { partiesOf, writeChangedDivisions, writePosition } from './write-position.ts'

/**
 * Reads and locks a payment that may be reversed, as the recalculation of its loan left it. One whose amount the worker
 * owes outside of the loan may be reversed again while the payout of the loan is in review.
 */
export async function lockPayment(deps: Deps, trx: Trx, id: number) {
  const { loan_request } = await getPayment(trx, id)
  const locked = await lockLoanAndWorker(trx, loan_request)
  const { reversed_at, owed_by_worker } = await getPayment(trx, id)
  const isOwed = owed_by_worker && (await hasReview(trx, locked.id))
  if (reversed_at !== null && !isOwed) throw new AppError('payment.already_reversed', 409)
  if (!isPaidOut(locked.state)) throw new AppError('loan.not_active', 409)
  const recalculated = await recalculateLoan(deps, trx, { loan: locked })
  return { payment: await getPayment(trx, id), ...recalculated }
}

/** Where the money of a payment came from. */
async function readSource(trx: Trx, payment_id: number): Promise<MoneySource> {
  return trx
    .selectFrom('payment')
    .select(['incoming_payment_id', 'bank_account_id', 'from_balance', 'is_imported'])
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
}

/** Opens the incoming payment behind the reversed payment again, if there is one. */
async function giveBack(deps: Deps, trx: Trx, { context, payment_id, source }: Reversal) {
  const { incoming_payment_id } = source
  if (incoming_payment_id === null) return
  await unmarkRegistered(deps, trx, { context, incoming_payment_id, payment_id })
}

interface Reversal {
  context: CommandContext
  payment_id: number
  reason: string
  source: MoneySource
}

/** Writes that the payment is reversed, and the correction that its postings belong to. */
async function markReversed(
  deps: Deps,
  trx: Trx,
  { loan, reversal, owed_by_worker }: { loan: LoanRow; reversal: Reversal; owed_by_worker: boolean },
): Promise<number> {
  const { payment_id, reason, context } = reversal
  const now = isoOf(deps.clock())
  await trx
    .updateTable('payment')
    .set({ reversed_at: now, reversal_reason: reason, owed_by_worker })
    .where('id', '=', payment_id)
    .execute()
  const { id } = await trx
    .insertInto('loan_correction')
    .values({
      ...{ loan_id: loan.id, payment_id, kind: 'reversal', reason },
      ...{ corrected_by: context.user.id, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Makes room for a reversal among what the lender and the worker owe each other. A debt apart that ends may be paid in
 * part. The rest of a payment may be used: that refuses the reversal, but while the payout of the loan is in review, which
 * is booked only to a loan without payments, the worker owes the used part apart. Returns that part in centavos.
 */
async function settleWithWorker(
  deps: Deps,
  trx: Trx,
  { loan, payment }: { loan: LoanRow; payment: Payment },
): Promise<Cents> {
  const { user_id } = loan
  const { amount_paid, remainder, owed_by_worker } = payment
  if (owed_by_worker) {
    await returnPaidPart(deps, trx, { user_id, amount: amount_paid - remainder })
    return 0
  }
  if (remainder === 0 || !(await hasReview(trx, loan.id))) return 0
  return oweMissingPart(deps, trx, { user_id, amount: remainder })
}

/** A payment of a locked loan that is reversed. */
interface Reversed {
  loan: LoanRow
  loaded: LoadedLoan
  payment: Payment
  reversal: Reversal
}

/**
 * The moves that take the money of a payment back to its source. What STP took from us meanwhile clears our claim instead
 * of being received money again. Locks the received money.
 */
async function movesBack(trx: Trx, { loan, payment, reversal }: Reversed): Promise<Move[]> {
  const { amount_paid: amount, remainder } = payment
  const { incoming_payment_id: id } = reversal.source
  const money = moneyMoves({ amount: -amount, remainder: -remainder, source: reversal.source })
  if (id === null) return money
  const { moves } = await lockForUndo(trx, { id, amount, user_id: loan.user_id })
  return [...money, ...moves]
}

const owedMove = (amount: Cents) =>
  signedMove('owed_by_worker', ['worker_receivable', 'loan_receivable'], amount)

/**
 * Reverses a payment of a completed loan whose worker has a newer loan of the type: the loan stays completed, and the
 * worker owes the amount outside of it (lending.md §5).
 */
async function moveToWorker(deps: Deps, trx: Trx, reversed: Reversed): Promise<LoanRow> {
  const { loan, payment, reversal } = reversed
  const { amount_paid, remainder } = payment
  const correction_id = await markReversed(deps, trx, { loan, reversal, owed_by_worker: true })
  const { source } = reversal
  const money = await movesBack(trx, reversed)
  const moves = [...money, owedMove(amount_paid - remainder)]
  await writePostings(deps, trx, [{ ...partiesOf(loan, source), cause: { correction_id }, moves }])
  return changeLoan(deps, trx, { loan, changes: {} })
}

/** Reverses a payment of a loan that takes payments or is opened again: all others are applied without it. */
async function applyWithout(
  deps: Deps,
  trx: Trx,
  reversed: Reversed,
): Promise<Pick<LoanRow, 'amount_due_cents'>> {
  const { loan, loaded, payment, reversal } = reversed
  const { source } = reversal
  const { opened, payments, tax } = loaded
  const { id, amount_paid, remainder, owed_by_worker } = payment
  const others = payments.filter((other) => other.id !== id)
  const replay = replayPayments(opened, others, tax)
  if ('error' in replay) throw new AppError('payment.later_exceeds', 422)
  const correction_id = await markReversed(deps, trx, { loan, reversal, owed_by_worker: false })
  await writeChangedDivisions(deps, trx, { before: loaded.divisions, after: replay.divisions })
  const money = owed_by_worker ? [owedMove(remainder - amount_paid)] : await movesBack(trx, reversed)
  const cause = { correction_id }
  return writePosition(deps, trx, { loan, before: loaded, after: replay.position, cause, money, source })
}

/**
 * Makes a completed loan active again; returns null if the worker has a newer open loan of the type. While the payout of
 * this loan is in review it is opened beside another: returned money can only be booked to a payable loan.
 */
async function reopen(deps: Deps, trx: Trx, loan: LoanRow): Promise<LoanRow | null> {
  if (loan.state !== 'completed') return loan
  const other = await findOpenLoan(trx, { user_id: loan.user_id, type: loan.type, except: loan.id })
  if (other !== undefined && !(await hasReview(trx, loan.id))) return null
  const changes = { completed_at: null, closed_at: null, beside_another: other !== undefined }
  return moveLoan(deps, trx, { loan, event: 'reverse', changes })
}

/**
 * Reverses a payment: the history of the loan is applied again without it, and the ledger gets the difference of the two
 * states as one posting. A completed loan is opened again, and letters that the payment is part of are void. Locks the
 * worker and the loan. Throws `payment.not_found` (404), `payment.already_reversed`, `loan.not_active` (409) and
 * `payment.later_exceeds` (422).
 */
export async function applyReversal(
  deps: Deps,
  trx: Trx,
  { context, payment_id, reason }: Omit<Reversal, 'source'>,
): Promise<void> {
  const { loan, loaded, payment } = await lockPayment(deps, trx, payment_id)
  const source = await readSource(trx, payment_id)
  const reversal = { context, payment_id, reason, source }
  await voidLettersOf(deps, trx, { context, loan, value_date: payment.value_date })
  const opened = await reopen(deps, trx, loan)
  const used = await settleWithWorker(deps, trx, { loan, payment })
  const changed =
    opened === null
      ? await moveToWorker(deps, trx, { loan, loaded, payment, reversal })
      : await applyWithout(deps, trx, { loan: opened, loaded, payment, reversal })
  if (!payment.owed_by_worker) await giveBack(deps, trx, reversal)
  const owed = opened === null ? payment.amount_paid - payment.remainder : used
  const entry = {
    id: payment_id,
    amount: payment.amount_paid,
    left: opened === null ? null : changed.amount_due_cents,
    owed,
    source,
  }
  const { amount_paid: amount, value_date, channel } = payment
  await recordEvent(deps, trx, {
    type: 'payment.reversed',
    data: paymentFactsOf(loan, { payment_id, amount, value_date, channel, left: entry.left }),
  })
  await notify(deps, trx, { recipient_id: loan.user_id, ...reversedNotice(loan, entry) })
  await writeAudit(deps, trx, {
    context,
    action: 'payment.reversed',
    subject: ['payment', payment_id],
    before: { amount_due_cents: loan.amount_due_cents },
    after: {
      ...{ loan_id: loan.id, amount_due_cents: changed.amount_due_cents, reason },
      ...(opened === null && { owed_by_worker: true }),
    },
  })
}
