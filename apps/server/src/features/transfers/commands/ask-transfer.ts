import type { Day } from '@quincena/domain/dates'
import { possibleOperatingDays, runningDay } from '@quincena/domain/mexico/operating-day'
import { type StpOutcome, stpOutcome } from '@quincena/domain/mexico/stp-states'
import { isSameAccount } from '@quincena/domain/reconciliation/compare'
import { sql } from 'kysely'
import type { QueryPurpose } from '../../../integrations/stp/permit.ts'
import type { QueryResult } from '../../../integrations/stp/queries.ts'
import type { Unknown } from '../../../integrations/stp/transport.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'
import type { TransferRow } from '../order.ts'
import { findTransfer } from '../queries.ts'
import { bookReport, type ReportOutcome, sendToReview } from './book-transfer.ts'
import { lockTransfer } from './lock-transfer.ts'
import { reclaimTransfer, registerAgain } from './send-transfer.ts'

/** The operating days that the call may have been filed under. */
function daysOf({ operation_date, other_operation_date }: TransferRow): Day[] {
  return other_operation_date === null ? [operation_date] : [operation_date, other_operation_date]
}

/**
 * Asks STP for an order under every operating day it may be filed on. `not_found` only when STP said so for each.
 * The running day is asked for by leaving the date out, as STP wants it.
 */
async function queryTransfer(deps: Deps, order: TransferRow, purpose: QueryPurpose): Promise<QueryResult> {
  const running = runningDay(await deps.stp.hours.at(deps.clock()))
  for (const day of daysOf(order)) {
    const key = { tracking_key: order.tracking_key, operation_date: day === running ? null : day }
    const result = await deps.stp.queryOrder(key, { purpose })
    if (result.outcome !== 'not_found') return result
  }
  return { outcome: 'not_found' }
}

/** The same amount to the same account: an order that is not ours is nothing to book. */
function isOurs(order: TransferRow, found: StpOrder): boolean {
  const isToThem = isSameAccount(order.beneficiary_account, found.beneficiary_account)
  return found.amount === order.amount_cents && isToThem
}

/** Closes the callbacks about an order that waited for STP's answer, so that they cause no further query. */
async function closeDoubts(trx: Trx, transfer_id: number, answer: { state: StpOutcome | null }) {
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

/** Books an order that STP has; one with another amount or account goes to review. */
export async function recordFound(deps: Deps, transfer_id: number, found: StpOrder): Promise<ReportOutcome> {
  return deps.db.transaction().execute(async (trx) => {
    const { transfer, loan } = await lockTransfer(trx, transfer_id)
    if (transfer.status === 'failed' || !isOurs(transfer, found)) {
      const reason = 'Lo que STP tiene con esta clave no coincide con lo que registramos.'
      await sendToReview(deps, trx, { transfer, loan, reason })
      await closeDoubts(trx, transfer_id, found)
      return 'review'
    }
    const report = { ...found, stp_id: found.id }
    const outcome = await bookReport(deps, trx, { transfer, loan, report })
    await closeDoubts(trx, transfer_id, found)
    return outcome
  })
}

/** The order was asked for: when it is next depends on it. */
export async function noteAsked(deps: Deps, transfer_id: number) {
  const asked_at = isoOf(deps.clock())
  await deps.db
    .updateTable('transfer')
    .set({ asked_at, updated_at: asked_at })
    .where('id', '=', transfer_id)
    .execute()
}

/** STP was not asked: its nightly pause, or this hour's questions are used up. */
const wasHeldBack = (result: QueryResult) =>
  result.outcome === 'unknown' && (result.reason === 'closed' || result.reason === 'budget')

/** Why STP told nothing, for the one who asked: 503. */
export function unavailable({ reason }: Unknown): AppError {
  if (reason === 'closed') return new AppError('transfer.stp_closed', 503)
  const code = reason === 'budget' || reason === 'limit' ? 'transfer.query_limit' : 'transfer.unavailable'
  return new AppError(code, 503)
}

/** Asks STP for an order and books what it says; null where it was never sent. Never sends anything. */
export async function consultStp(
  deps: Deps,
  transfer_id: number,
  purpose: QueryPurpose = 'staff',
): Promise<QueryResult | null> {
  const order = await findTransfer(deps.db, transfer_id)
  if (order.claimed_at === null) return null
  const result = await queryTransfer(deps, order, purpose)
  if (!wasHeldBack(result)) await noteAsked(deps, transfer_id)
  if (result.outcome === 'found') await recordFound(deps, transfer_id, result.order)
  return result
}

/** The same, and only whether STP has it. */
export async function askTransfer(
  deps: Deps,
  transfer_id: number,
  purpose: QueryPurpose = 'staff',
): Promise<QueryResult['outcome']> {
  return (await consultStp(deps, transfer_id, purpose))?.outcome ?? 'unknown'
}

async function reviewUnknown(deps: Deps, transfer_id: number) {
  await deps.db.transaction().execute(async (trx) => {
    const { transfer, loan } = await lockTransfer(trx, transfer_id)
    if (transfer.status !== 'unknown') return
    const reason = 'STP no la conoce y su día de operación terminó.'
    await sendToReview(deps, trx, { transfer, loan, reason })
  })
}

/** Every operating day that the order could be filed under is over. */
async function isDayOver(deps: Deps, order: TransferRow): Promise<boolean> {
  const last = daysOf(order).toSorted().at(-1) ?? ''
  const time = await deps.stp.hours.at(deps.clock())
  return possibleOperatingDays(time).every((day) => day > last)
}

/**
 * Recovers an order whose call nobody saw end: asks, and only after a definite «not there» sends it again with the
 * same key while its operating day runs; after that day it goes to review.
 */
export async function recoverTransfer(deps: Deps, transfer_id: number): Promise<void> {
  const order = await findTransfer(deps.db, transfer_id)
  if (order.status !== 'unknown') return
  if ((await askTransfer(deps, transfer_id, 'unknown')) !== 'not_found') return
  if (await isDayOver(deps, order)) return reviewUnknown(deps, transfer_id)
  const claimed = await reclaimTransfer(deps, order)
  if (claimed !== undefined) await registerAgain(deps, claimed)
}
