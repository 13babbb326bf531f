import { transition } from '@quincena/domain/loans/rules'
import { type StpOutcome, stpReturnCause } from '@quincena/domain/mexico/stp-states'
import { isReturned, PAYING_TRANSFERS } from '@quincena/domain/transfers/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Db, Deps, Trx } from '../../../command/deps.ts'
import { isTransferIn } from '../../../db/transfer-predicates.ts'
import { changeLoan } from '../../../lending/loans/commands/move-loan.ts'
import { returnLoan, startLoan } from '../../../lending/loans/commands/pay-out-loan.ts'
import { settledNotice } from '../../../lending/loans/notices.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify, notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { postPayout, postReturn, postSettlement } from '../../ledger/commands.ts'
import type { TransferRow } from '../rules.ts'
import { changeTransfer, type Locked } from './lock-transfer.ts'

/** What STP reported about an order in a query or callback, or what an admin stated. */
interface StpReport {
  stp_id: number | null
  stp_state: string | null
  state: StpOutcome | null
  ts_capture?: string | null
  ts_liquidation?: string | null
  return_cause?: string | null
  url_cep?: string | null
  operation_date?: string
}

interface Booking extends Locked {
  report: StpReport
  /** The admin who resolves the order; null for a report from STP. */
  context?: CommandContext | null
}

type RoundTrip = Locked & { context: CommandContext }

/** Books the payout of an order that STP has: the loan becomes active and its contract is queued for sealing. */
async function bookPayout(deps: Deps, trx: Trx, booking: Booking): Promise<Locked> {
  const { transfer, loan, report, context = null } = booking
  const sent_at = isoOf(deps.clock())
  const changes = {
    status: 'sent' as const,
    sent_at,
    stp_id: report.stp_id,
    failure_id: null,
    failure_message: null,
  }
  const sent = await changeTransfer(deps, trx, { transfer, loan, changes })
  await postPayout(deps, trx, { transfer_id: transfer.id, loan })
  const started = await startLoan(deps, trx, { loan, transfer_id: transfer.id })
  await deps.queue.send(trx, 'seal-contract', { loan_id: loan.id })
  const after = {
    tracking_key: transfer.tracking_key,
    amount_cents: transfer.amount_cents,
    stp_id: report.stp_id,
  }
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.sent',
    subject: 'transfer',
    subject_id: transfer.id,
    after,
  })
  return { transfer: sent.transfer, loan: started }
}

/** Books the settlement. An order that is in review for another reason stays in review. */
async function bookSettlement(deps: Deps, trx: Trx, { transfer, loan, report, context = null }: Booking) {
  const settled_at = report.ts_liquidation ?? isoOf(deps.clock())
  const changes = { state: 'LQ' as const, ts_liquidation: settled_at }
  await postSettlement(deps, trx, { transfer_id: transfer.id, loan })
  await changeLoan(deps, trx, { loan, changes: { settled_at } })
  await changeTransfer(deps, trx, { transfer, loan, changes })
  await notify(deps, trx, { recipient_id: loan.user_id, ...settledNotice(loan, transfer.id) })
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.settled',
    subject: 'transfer',
    subject_id: transfer.id,
  })
}

/**
 * Books a return: reverses the postings and sets the loan to `payout_returned`, from where an admin can send it again.
 */
export async function bookReturn(deps: Deps, trx: Trx, { transfer, loan, report, context = null }: Booking) {
  const state = report.state === 'CN' ? 'CN' : 'D'
  await postReturn(deps, trx, { transfer_id: transfer.id, loan, settled: transfer.state === 'LQ' })
  await returnLoan(deps, trx, { loan, transfer_id: transfer.id })
  await changeTransfer(deps, trx, {
    transfer,
    loan,
    changes: {
      ...{ status: 'sent', state, returned_at: isoOf(deps.clock()) },
      ...{ failure_message: null, contested_at: null },
    },
  })
  await notifyStaff(deps, trx, {
    title: 'Pago devuelto',
    message: `El dinero de ${loan.folio} regresó (${transfer.tracking_key}). Corrige la cuenta y envíalo de nuevo.`,
    reason_key: `payout-returned:${loan.id}:${transfer.id}`,
  })
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.returned',
    subject: 'transfer',
    subject_id: transfer.id,
    after: { state, return_cause: report.return_cause ?? transfer.return_cause },
  })
}

/**
 * Books a payout and its return for an order that its loan no longer waited for. The loan does not change, and the
 * worker, who never had the money, gets no notification.
 */
export async function bookRoundTrip(deps: Deps, trx: Trx, { transfer, loan, context }: RoundTrip) {
  const now = isoOf(deps.clock())
  await postPayout(deps, trx, { transfer_id: transfer.id, loan })
  await postReturn(deps, trx, { transfer_id: transfer.id, loan, settled: false })
  const changes = { status: 'sent' as const, state: 'D' as const, sent_at: now, returned_at: now }
  await changeTransfer(deps, trx, { transfer, loan, changes: { ...changes, contested_at: null } })
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.returned',
    subject: 'transfer',
    subject_id: transfer.id,
    after: { state: 'D', beside_loan: true },
  })
}

/** True if another order of the loan may be paying it. */
export async function hasOtherOpen(
  trx: Db | Trx,
  { id, loan_id }: Pick<TransferRow, 'id' | 'loan_id'>,
): Promise<boolean> {
  const query = trx.selectFrom('transfer').select('id').where('loan_id', '=', loan_id).where('id', '<>', id)
  const paying = query.where(isTransferIn('transfer', PAYING_TRANSFERS))
  return (await paying.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Leaves the order to an admin; no money is booked before. An order in review blocks other payouts of its loan. If
 * another order of the loan is open or settled, this one becomes contested instead, which the same list shows and the
 * same command resolves.
 */
export async function sendToReview(
  deps: Deps,
  trx: Trx,
  { transfer, loan, reason }: Locked & { reason: string },
) {
  if (transfer.status === 'review') return
  const now = isoOf(deps.clock())
  const other = await hasOtherOpen(trx, transfer)
  if (other && transfer.contested_at !== null) return
  const changes = other ? { contested_at: now } : { status: 'review' as const, contested_at: null }
  await changeTransfer(deps, trx, { transfer, loan, changes: { ...changes, failure_message: reason } })
  await notifyStaff(deps, trx, {
    title: 'Orden STP en revisión',
    message: `La orden ${transfer.tracking_key} de ${loan.folio} necesita revisión manual. ${reason}`,
    reason_key: `review:${loan.id}:${transfer.id}:${now}`,
  })
  await writeAudit(deps, trx, {
    context: null,
    action: 'transfer.review',
    subject: 'transfer',
    subject_id: transfer.id,
    after: { reason },
  })
}

async function hasPayments(trx: Db | Trx, loan_id: number): Promise<boolean> {
  const query = trx
    .selectFrom('payment')
    .select('id')
    .where('loan_id', '=', loan_id)
    .where('reversed_at', 'is', null)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Returns what decides in which ways an order in review can be resolved. */
export async function reviewStanding(trx: Db | Trx, order: TransferRow) {
  const { state, sent_at, loan_id } = order
  const [has_payments, is_paid_by_another] = [await hasPayments(trx, loan_id), await hasOtherOpen(trx, order)]
  return { state, sent_at, has_payments, is_paid_by_another }
}

/** Returns the Spanish reason why an admin must decide about a return; null if it is booked automatically. */
async function returnDoubt(trx: Trx, { transfer, loan, report }: Booking): Promise<string | null> {
  if (report.state === 'CN' && transfer.state === 'LQ')
    return 'STP la reporta cancelada después de liquidada.'
  if (await hasPayments(trx, loan.id)) return 'STP la reporta devuelta y el préstamo ya tiene pagos.'
  return transition(loan.state, 'return') === null
    ? 'STP la reporta devuelta y el préstamo ya no está vigente.'
    : null
}

/** The result of a report: nothing new, noted, booked, or left to an admin. */
export type ReportOutcome = 'repeated' | 'ignored' | 'noted' | 'sent' | 'settled' | 'returned' | 'review'

/** An order sent near the 18:00 cut may have either of two operating days; STP's report says which. */
function filedUnder({ transfer, report }: Booking) {
  const { operation_date } = report
  const possible = [transfer.operation_date, transfer.other_operation_date]
  if (operation_date === undefined || !possible.includes(operation_date)) return {}
  return { operation_date, other_operation_date: null }
}

async function noteReport(deps: Deps, trx: Trx, booking: Booking): Promise<Locked> {
  const { transfer, loan, report } = booking
  const changes = {
    ...filedUnder(booking),
    stp_id: transfer.stp_id ?? report.stp_id,
    stp_state: report.stp_state ?? transfer.stp_state,
    ts_capture: report.ts_capture ?? transfer.ts_capture,
    url_cep: report.url_cep ?? transfer.url_cep,
    return_cause: stpReturnCause(report.return_cause ?? null) ?? transfer.return_cause,
  }
  return changeTransfer(deps, trx, { transfer, loan, changes })
}

/** Handles CN (cancelled) or D (returned) for a booked order: books the return or sends the order to review. */
async function bookBack(deps: Deps, trx: Trx, booking: Booking): Promise<ReportOutcome> {
  const doubt = await returnDoubt(trx, booking)
  if (doubt === null) {
    await bookReturn(deps, trx, booking)
    return 'returned'
  }
  await sendToReview(deps, trx, { ...booking, reason: doubt })
  return 'review'
}

/** True if the loan still waits for its payout. False after the order was refused or resolved as never sent. */
export function awaitsPayout(loan: Locked['loan']): boolean {
  return transition(loan.state, 'send') !== null || transition(loan.state, 'resend') !== null
}

/**
 * Books a report about a locked order. Books the payout first if our record lacks it; LQ is a settlement; CN and D are
 * final. A return that needs a decision goes to review. Reports may be repeated and may arrive in any order.
 */
export async function bookReport(deps: Deps, trx: Trx, booking: Booking): Promise<ReportOutcome> {
  const { report } = booking
  const { state, sent_at } = booking.transfer
  if (isReturned(state)) return report.state === state ? 'repeated' : 'ignored'

  if (sent_at === null && !awaitsPayout(booking.loan)) {
    await sendToReview(deps, trx, { ...booking, reason: 'STP la reporta y el préstamo ya no la espera.' })
    return 'review'
  }

  const booked = sent_at === null ? await bookPayout(deps, trx, booking) : booking
  const noted = { ...booking, ...(await noteReport(deps, trx, { ...booking, ...booked })) }
  if (report.state === null) return sent_at === null ? 'sent' : 'noted'
  if (report.state !== 'LQ') return bookBack(deps, trx, noted)
  if (state === 'LQ') return 'repeated'
  await bookSettlement(deps, trx, noted)
  return 'settled'
}
