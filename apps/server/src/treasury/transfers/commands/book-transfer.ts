import { type StpOutcome, stpReturnCause } from '@quincena/domain/mexico/stp-states'
import { isReturned } from '@quincena/domain/transfers/rules'
import type { Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { LoanTables } from '../../../db/loan-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { type OrderSubject, orderHandlers } from '../handlers.ts'
import { hasOtherOpen } from '../queries/review-facts.ts'
import type { TransferRow } from '../rules.ts'

export interface Locked {
  transfer: TransferRow
  subject: OrderSubject
}

/**
 * Locks an order and its subject until the transaction ends. Every command locks the subject first; `with_user` locks
 * the subject's user before it. Throws 404 `transfer.not_found`.
 */
export async function lockTransfer(trx: Trx, id: number, { with_user = false } = {}): Promise<Locked> {
  const order = await trx
    .selectFrom('transfer')
    .select(['id', 'purpose', 'loan_id', 'user_id', 'incoming_payment_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (order === undefined) throw new AppError('transfer.not_found', 404)
  const subject = await orderHandlers(order.purpose).lock(trx, order, { with_user })
  const transfer = await trx
    .selectFrom('transfer')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { transfer, subject }
}

/** Updates an order and notifies the screens that show it. */
export async function changeTransfer(
  deps: Deps,
  trx: Trx,
  { transfer, subject, changes }: Locked & { changes: Updateable<LoanTables['transfer']> },
): Promise<Locked> {
  const changed = await trx
    .updateTable('transfer')
    .set({ ...changes, updated_at: isoOf(deps.clock()) })
    .where('id', '=', transfer.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await deps.events.publish(trx, {
    topic: 'transfer',
    id: transfer.id,
    user_ids: subject.user_id === null ? [] : [subject.user_id],
    staff: true,
  })
  return { transfer: changed, subject }
}

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

type ResolvedOrder = Locked & { context: CommandContext }

/** Books an order that STP has, and what that means for its subject. */
async function bookSent(deps: Deps, trx: Trx, booking: Booking): Promise<Locked> {
  const { transfer, subject, report, context = null } = booking
  const changes = {
    status: 'sent' as const,
    sent_at: isoOf(deps.clock()),
    stp_id: report.stp_id,
    failure_id: null,
    failure_message: null,
  }
  const sent = await changeTransfer(deps, trx, { transfer, subject, changes })
  const changed = await subject.onSent(deps, trx, sent.transfer)
  const after = {
    tracking_key: transfer.tracking_key,
    amount_cents: transfer.amount_cents,
    stp_id: report.stp_id,
  }
  await writeAudit(deps, trx, { context, action: 'transfer.sent', subject: ['transfer', transfer.id], after })
  return { transfer: sent.transfer, subject: changed }
}

/** Books the settlement. An order that is in review for another reason stays in review. */
async function bookSettlement(deps: Deps, trx: Trx, { transfer, subject, report, context = null }: Booking) {
  const ts_liquidation = report.ts_liquidation ?? isoOf(deps.clock())
  const changes = { state: 'LQ' as const, ts_liquidation }
  const settled = await changeTransfer(deps, trx, { transfer, subject, changes })
  await subject.onSettled(deps, trx, settled.transfer)
  await writeAudit(deps, trx, { context, action: 'transfer.settled', subject: ['transfer', transfer.id] })
}

/** Books a return of the money, and what that means for the order's subject. */
export async function bookReturn(
  deps: Deps,
  trx: Trx,
  { transfer, subject, report, context = null }: Booking,
) {
  const state = report.state === 'CN' ? 'CN' : 'D'
  await subject.onReturned(deps, trx, transfer)
  await changeTransfer(deps, trx, {
    transfer,
    subject,
    changes: {
      ...{ status: transfer.status === 'duplicate' ? 'duplicate' : 'sent', state },
      returned_at: isoOf(deps.clock()),
      ...{ failure_message: null, contested_at: null },
    },
  })
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.returned',
    subject: ['transfer', transfer.id],
    after: { state, return_cause: report.return_cause ?? transfer.return_cause },
  })
}

/**
 * Books the payment and the return of an order that its subject no longer waited for. The subject does not change, and
 * its user, who never had the money, gets no notification.
 */
export async function bookSentAndReturned(
  deps: Deps,
  trx: Trx,
  { transfer, subject, context }: ResolvedOrder,
) {
  const now = isoOf(deps.clock())
  await subject.onSentAndReturned(deps, trx, transfer)
  const changes = { status: 'sent' as const, state: 'D' as const, sent_at: now, returned_at: now }
  await changeTransfer(deps, trx, { transfer, subject, changes: { ...changes, contested_at: null } })
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.returned',
    subject: ['transfer', transfer.id],
    after: { state: 'D', beside_loan: true },
  })
}

/**
 * Books that STP paid an order beside the settled one of the same subject: its worker owes the money. The subject does
 * not change.
 */
export async function bookPaidTwice(deps: Deps, trx: Trx, { transfer, subject, context }: ResolvedOrder) {
  const now = isoOf(deps.clock())
  const changes = { status: 'duplicate' as const, state: 'LQ' as const, sent_at: now, ts_liquidation: now }
  await changeTransfer(deps, trx, {
    ...{ transfer, subject },
    changes: { ...changes, failure_message: null, contested_at: null },
  })
  await subject.onPaidTwice?.(deps, trx, transfer)
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.paid_twice',
    subject: ['transfer', transfer.id],
    after: { amount_cents: transfer.amount_cents },
  })
}

/**
 * Leaves the order to an admin; no money is booked before. An order in review blocks other orders of its subject. If
 * another order of the subject is open, or settled and moves the money once, this one becomes contested instead, which the same list shows and the
 * same command resolves.
 */
export async function sendToReview(
  deps: Deps,
  trx: Trx,
  { transfer, subject, reason }: Locked & { reason: string },
) {
  if (transfer.status === 'review') return
  const now = isoOf(deps.clock())
  const other = await hasOtherOpen(trx, transfer)
  if (other && transfer.contested_at !== null) return
  const changes = other ? { contested_at: now } : { status: 'review' as const, contested_at: null }
  await changeTransfer(deps, trx, { transfer, subject, changes: { ...changes, failure_message: reason } })
  await notifyStaff(deps, trx, {
    title: 'Orden STP en revisión',
    message: `La orden ${transfer.tracking_key} de ${subject.folio} necesita revisión manual. ${reason}`,
    reason_key: `review:${subject.loan_id ?? ''}:${transfer.id}:${now}`,
  })
  await writeAudit(deps, trx, {
    context: null,
    action: 'transfer.review',
    subject: ['transfer', transfer.id],
    after: { reason },
  })
}

/** Returns the Spanish reason why an admin must decide about a return; null if it is booked automatically. */
async function findReturnDoubt(trx: Trx, { transfer, subject, report }: Booking): Promise<string | null> {
  if (report.state === 'CN' && transfer.state === 'LQ')
    return 'STP la reporta cancelada después de liquidada.'
  if (transfer.status === 'duplicate') return null
  return subject.findReturnDoubt(trx)
}

/** The result of a report: nothing new, noted, booked, or left to an admin. */
export type ReportResult = 'repeated' | 'ignored' | 'noted' | 'sent' | 'settled' | 'returned' | 'review'

/** An order sent near the 18:00 cut may have either of two operating days; STP's report says which. */
function correctedDay({ transfer, report }: Booking) {
  const { operation_date } = report
  const possible = [transfer.operation_date, transfer.other_operation_date]
  if (operation_date === undefined || !possible.includes(operation_date)) return {}
  return { operation_date, other_operation_date: null }
}

async function noteReport(deps: Deps, trx: Trx, booking: Booking): Promise<Locked> {
  const { transfer, subject, report } = booking
  const changes = {
    ...correctedDay(booking),
    stp_id: transfer.stp_id ?? report.stp_id,
    stp_state: report.stp_state ?? transfer.stp_state,
    ts_capture: report.ts_capture ?? transfer.ts_capture,
    url_cep: report.url_cep ?? transfer.url_cep,
    return_cause: stpReturnCause(report.return_cause ?? null) ?? transfer.return_cause,
  }
  return changeTransfer(deps, trx, { transfer, subject, changes })
}

/** Handles CN (cancelled) or D (returned) for a booked order: books the return or sends the order to review. */
async function bookReturnOrReview(deps: Deps, trx: Trx, booking: Booking): Promise<ReportResult> {
  const doubt = await findReturnDoubt(trx, booking)
  if (doubt === null) {
    await bookReturn(deps, trx, booking)
    return 'returned'
  }
  await sendToReview(deps, trx, { ...booking, reason: doubt })
  return 'review'
}

/**
 * Books a report about a locked order. If the order is not yet recorded as sent, books that first. LQ settles it; CN and
 * D are final. A return that needs a decision goes to review. Reports may be repeated and may arrive in any order.
 */
export async function bookReport(deps: Deps, trx: Trx, booking: Booking): Promise<ReportResult> {
  const { report } = booking
  const { state, sent_at } = booking.transfer
  if (isReturned(state)) return report.state === state ? 'repeated' : 'ignored'

  if (sent_at === null && !booking.subject.is_waiting) {
    await sendToReview(deps, trx, { ...booking, reason: 'STP la reporta y ya nadie la espera.' })
    return 'review'
  }

  const sentOrder = sent_at === null ? await bookSent(deps, trx, booking) : booking
  const notedOrder = { ...booking, ...(await noteReport(deps, trx, { ...booking, ...sentOrder })) }
  if (report.state === null) return sent_at === null ? 'sent' : 'noted'
  if (report.state !== 'LQ') return bookReturnOrReview(deps, trx, notedOrder)
  if (state === 'LQ') return 'repeated'
  await bookSettlement(deps, trx, notedOrder)
  return 'settled'
}
