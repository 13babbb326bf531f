import { isReturned, resolutionBlocker } from '@quincena/domain/transfers/rules'
import type { ResolveBody } from '@quincena/domain/transfers/schema'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { hasOtherOpen, reviewFacts } from '../queries/review-facts.ts'
import { isInReview, type TransferRow } from '../rules.ts'
import type { Locked } from './book-transfer.ts'
import {
  bookPaidTwice,
  bookReport,
  bookReturn,
  bookSentAndReturned,
  changeTransfer,
  lockTransfer,
} from './book-transfer.ts'

const report = { stp_id: null, stp_state: null }

type ReviewedOrder = Locked & { context: CommandContext }

/** If the order was never booked and its subject no longer waits for it, restores the subject. */
async function restoreSubject(deps: Deps, trx: Trx, order: ReviewedOrder): Promise<ReviewedOrder> {
  const { transfer, subject } = order
  if (transfer.sent_at !== null || subject.is_waiting) return order
  return { ...order, subject: await subject.restore(deps, trx) }
}

/** The review of an order that has its outcome is over. */
const resolvedChanges = ({ status }: TransferRow) => ({
  status: status === 'duplicate' ? status : ('sent' as const),
  failure_message: null,
  contested_at: null,
})

/**
 * Books the order as settled, whatever STP's record says; beside a settled order of the same loan, as a second payout.
 */
async function resolveAsSettled(deps: Deps, trx: Trx, input: ReviewedOrder) {
  const { is_settled_by_another } = await reviewFacts(trx, input.transfer)
  if (is_settled_by_another && input.transfer.sent_at === null) return bookPaidTwice(deps, trx, input)
  const restored = await restoreSubject(deps, trx, input)
  const result = await bookReport(deps, trx, { ...restored, report: { ...report, state: 'LQ' } })
  if (result === 'review') throw new AppError('record.conflict', 409)
  await changeTransfer(deps, trx, { ...restored, changes: resolvedChanges(input.transfer) })
}

/** True if the order was never booked and cannot serve its subject: another order does, or it has ended. */
async function isNoLongerNeeded(trx: Trx, { transfer, subject }: ReviewedOrder): Promise<boolean> {
  if (transfer.sent_at !== null) return false
  return subject.is_ended || (await hasOtherOpen(trx, transfer))
}

/** Books the order as returned; a return that is booked already is only confirmed. */
async function resolveAsReturned(deps: Deps, trx: Trx, input: ReviewedOrder) {
  if (isReturned(input.transfer.state)) {
    await changeTransfer(deps, trx, { ...input, changes: resolvedChanges(input.transfer) })
    return
  }
  if (await isNoLongerNeeded(trx, input)) return bookSentAndReturned(deps, trx, input)
  const restored = await restoreSubject(deps, trx, input)
  if (restored.transfer.sent_at === null) {
    const result = await bookReport(deps, trx, { ...restored, report: { ...report, state: null } })
    if (result === 'review') throw new AppError('record.conflict', 409)
  }
  const locked = await lockTransfer(trx, restored.transfer.id)
  await bookReturn(deps, trx, { ...restored, ...locked, report: { ...report, state: 'D' } })
}

/** Marks the order as never sent. Its subject changes as after a refusal, unless another order pays it. */
async function resolveAsNotSent(deps: Deps, trx: Trx, { transfer, subject }: ReviewedOrder) {
  await changeTransfer(deps, trx, { transfer, subject, changes: { status: 'failed', contested_at: null } })
  if (transfer.status === 'review') await subject.onRefused(deps, trx, transfer)
}

/** Throws the 409 error that rules out this outcome for the order. */
export async function refuseImpossibleOutcome(
  trx: Trx,
  { transfer }: Locked,
  outcome: ResolveBody['outcome'],
) {
  const blocker = resolutionBlocker(outcome, await reviewFacts(trx, transfer))
  if (blocker !== null) throw new AppError(blocker, 409)
}

/** Throws 409 `transfer.not_in_review`. If another admin resolved the order first, the message names that admin. */
async function refuseResolved(trx: Trx, order: TransferRow) {
  if (isInReview(order)) return
  const first = await trx
    .selectFrom('audit')
    .innerJoin('app_user', 'app_user.id', 'audit.actor_id')
    .select(['app_user.first_name', 'app_user.last_name'])
    .where('audit.subject', '=', 'transfer')
    .where('audit.subject_id', '=', order.id)
    .where('audit.action', '=', 'transfer.resolved')
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) throw new AppError('transfer.not_in_review', 409)
  const detail = `${first.first_name} ${first.last_name} ya resolvió esta orden. Revisa cómo quedó.`
  throw new AppError('transfer.not_in_review', 409, { detail })
}

const resolutions = { settled: resolveAsSettled, returned: resolveAsReturned, not_sent: resolveAsNotSent }

/** Locks an order in review and its user. Throws 404 `transfer.not_found` and 409 `transfer.not_in_review`. */
export async function lockReviewed(trx: Trx, transfer_id: number): Promise<Locked> {
  // The user is locked first, because resolving may restore the order's subject.
  const locked = await lockTransfer(trx, transfer_id, { with_user: true })
  await refuseResolved(trx, locked.transfer)
  return locked
}

type Resolution = ResolveBody & { context: CommandContext; locked: Locked }

/**
 * Resolves a locked order in review by an admin's statement of what happened to the money. Throws
 * `transfer.already_returned`, `transfer.already_sent`, `transfer.paid_by_another`, `loan.has_payments` (reverse them
 * first) and `record.conflict` (409).
 */
export async function resolveReviewed(
  deps: Deps,
  trx: Trx,
  { context, locked, outcome, reason }: Resolution,
): Promise<void> {
  await refuseImpossibleOutcome(trx, locked, outcome)
  await resolutions[outcome](deps, trx, { ...locked, context })
  await locked.subject.onCleared?.(deps, trx)
  await writeAudit(deps, trx, {
    context,
    action: 'transfer.resolved',
    subject: ['transfer', locked.transfer.id],
    before: { review: locked.transfer.failure_message },
    after: { outcome, reason },
  })
}
