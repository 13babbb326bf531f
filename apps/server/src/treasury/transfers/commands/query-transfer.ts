import { possibleOperatingDays } from '@quincena/domain/mexico/operating-day'
import { type StpOutcome, stpOutcome } from '@quincena/domain/mexico/stp-states'
import { isSameAccount } from '@quincena/domain/reconciliation/compare'
import { isNeverSent } from '@quincena/domain/transfers/rules'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { QueryPurpose } from '../../../integrations/stp/permit.ts'
import type { QueryResult } from '../../../integrations/stp/queries.ts'
import type { Unknown } from '../../../integrations/stp/transport.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { findTransfer } from '../queries/transfers.ts'
import type { TransferRow } from '../rules.ts'
import { bookReport, lockTransfer, type ReportResult, sendToReview } from './book-transfer.ts'
import { daysOf, queryOrder } from './query-order.ts'
import { reclaimTransfer } from './send-transfer.ts'

/** True if STP's order has our amount and our beneficiary account; no other order is booked. */
export function isOurOrder(transfer: TransferRow, order: StpOrder): boolean {
  const isSameBeneficiary = isSameAccount(transfer.beneficiary_account, order.beneficiary_account)
  return order.amount === transfer.amount_cents && isSameBeneficiary
}

/**
 * Marks the callbacks that waited for STP's answer as confirmed or contradicted, so that they cause no further query.
 */
async function closeCallbacks(trx: Trx, transfer_id: number, answer: { state: StpOutcome | null }) {
  const waiting = await trx
    .selectFrom('stp_message')
    .select('id')
    .select(sql<string | null>`body ->> 'estado'`.as('estado'))
    .where('transfer_id', '=', transfer_id)
    .where('outcome', '=', 'to_confirm')
    .execute()
  for (const { id, estado } of waiting) {
    const agrees = answer.state !== null && stpOutcome(estado ?? '') === answer.state
    const outcome = agrees ? 'confirmed' : 'contradicted'
    await trx.updateTable('stp_message').set({ outcome }).where('id', '=', id).execute()
  }
}

/**
 * Books an order that STP's answer contains. An order with another amount or account, or one that STP should not have,
 * goes to review.
 */
export async function recordOrder(deps: Deps, transfer_id: number, order: StpOrder): Promise<ReportResult> {
  return deps.db.transaction().execute(async (trx) => {
    const { transfer, subject } = await lockTransfer(trx, transfer_id)
    if (isNeverSent(transfer.status) || !isOurOrder(transfer, order)) {
      const reason = 'Lo que STP tiene con esta clave no coincide con lo que registramos.'
      await sendToReview(deps, trx, { transfer, subject, reason })
      await closeCallbacks(trx, transfer_id, order)
      return 'review'
    }
    const report = { ...order, stp_id: order.id }
    const outcome = await bookReport(deps, trx, { transfer, subject, report })
    await closeCallbacks(trx, transfer_id, order)
    return outcome
  })
}

/** Stores the time of the query, from which the next query is scheduled. */
export async function storeQueryTime(deps: Deps, transfer_id: number) {
  const asked_at = isoOf(deps.clock())
  await deps.db
    .updateTable('transfer')
    .set({ asked_at, updated_at: asked_at })
    .where('id', '=', transfer_id)
    .execute()
}

/** True if no query was sent: STP's nightly pause, or the hour's queries are used up. */
export const wasNotSent = (result: QueryResult) =>
  result.outcome === 'unknown' && (result.reason === 'closed' || result.reason === 'budget')

/**
 * Returns the 503 error for a query without an answer: `transfer.stp_closed`, `transfer.query_limit` or
 * `transfer.unavailable`.
 */
export function unavailableError({ reason }: Unknown): AppError {
  if (reason === 'closed') return new AppError('transfer.stp_closed', 503)
  const code = reason === 'budget' || reason === 'limit' ? 'transfer.query_limit' : 'transfer.unavailable'
  return new AppError(code, 503)
}

/**
 * Queries STP about an order and books the answer; returns null for an order that was never sent. Never sends an order.
 */
export async function queryTransfer(
  deps: Deps,
  transfer_id: number,
  purpose: QueryPurpose = 'staff',
): Promise<QueryResult | null> {
  const order = await findTransfer(deps.db, transfer_id)
  if (order.claimed_at === null) return null
  const result = await queryOrder(deps, order, purpose)
  if (!wasNotSent(result)) await storeQueryTime(deps, transfer_id)
  if (result.outcome === 'found') await recordOrder(deps, transfer_id, result.order)
  return result
}

async function reviewUnknown(deps: Deps, transfer_id: number) {
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, subject } = await lockTransfer(trx, transfer_id)
    if (transfer.status !== 'unknown') return
    const reason = 'STP no tiene esta orden y su día ya cerró: confirma si el dinero salió.'
    await sendToReview(deps, trx, { transfer, subject, reason })
  })
}

/** True if all operating days that the order may have are over. */
async function isDayOver(deps: Deps, order: TransferRow): Promise<boolean> {
  const last = daysOf(order).toSorted().at(-1) ?? ''
  const time = await deps.stp.hours.at(deps.clock())
  return possibleOperatingDays(time).every((day) => day > last)
}

/**
 * Recovers an order whose call has no recorded answer: queries STP, and sends the order again with the same key only
 * after a definite "not found" and during its operating day. After that day the order goes to review.
 */
export async function recoverTransfer(deps: Deps, transfer_id: number): Promise<void> {
  const order = await findTransfer(deps.db, transfer_id)
  if (order.status !== 'unknown') return
  const result = await queryTransfer(deps, transfer_id, 'unknown')
  if (result?.outcome !== 'not_found') return
  if (await isDayOver(deps, order)) return reviewUnknown(deps, transfer_id)
  const claim = await reclaimTransfer(deps, order)
  await claim?.send(deps)
}
