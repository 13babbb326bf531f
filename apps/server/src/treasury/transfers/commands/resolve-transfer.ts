import { isReturned, resolutionBlocker } from '@quincena/domain/transfers/rules'
import type { ResolveBody } from '@quincena/domain/transfers/schema'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { hasOtherOpen, reviewFacts } from '../queries/review-facts.ts'
import { isInReview, type TransferRow } from '../rules.ts'
import {
  bookReport,
  bookReturn,
  bookRoundTrip,
  changeTransfer,
  type Locked,
  lockTransfer,
} from './book-transfer.ts'

const report = { stp_id: null, stp_state: null }

type Settling = Locked & { context: CommandContext }

/** If the order was never booked and its subject no longer waits for it, restores the subject. */
async function awaitRefused(deps: Deps, trx: Trx, settling: Settling): Promise<Settling> {
  const { transfer, subject } = settling
  if (transfer.sent_at !== null || subject.is_waiting) return settling
  return { ...settling, subject: await subject.restore(deps, trx) }
}

const settledAs = { status: 'sent' as const, failure_message: null, contested_at: null }

/** Books the order as settled, whatever STP's record says. */
async function settle(deps: Deps, trx: Trx, input: Settling) {
  const settling = await awaitRefused(deps, trx, input)
  const outcome = await bookReport(deps, trx, { ...settling, report: { ...report, state: 'LQ' } })
  if (outcome === 'review') throw new AppError('record.conflict', 409)
  await changeTransfer(deps, trx, { ...settling, changes: settledAs })
}

/** True if the order was never booked and cannot pay its subject: another order pays it, or it has ended. */
async function isSuperfluous(trx: Trx, { transfer, subject }: Settling): Promise<boolean> {
  if (transfer.sent_at !== null) return false
  return subject.is_ended || (await hasOtherOpen(trx, transfer))
}

/** Books the order as returned; a return that is booked already is only confirmed. */
async function returnOrder(deps: Deps, trx: Trx, input: Settling) {
  if (isReturned(input.transfer.state)) {
    await changeTransfer(deps, trx, { ...input, changes: settledAs })
    return
  }
  if (await isSuperfluous(trx, input)) return bookRoundTrip(deps, trx, input)
  const settling = await awaitRefused(deps, trx, input)
  if (settling.transfer.sent_at === null) {
    const outcome = await bookReport(deps, trx, { ...settling, report: { ...report, state: null } })
    if (outcome === 'review') throw new AppError('record.conflict', 409)
  }
  const locked = await lockTransfer(trx, settling.transfer.id)
  await bookReturn(deps, trx, { ...settling, ...locked, report: { ...report, state: 'D' } })
}

/** Marks the order as never sent. Its subject changes as after a refusal, unless another order pays it. */
async function giveUp(deps: Deps, trx: Trx, { transfer, subject }: Settling) {
  await changeTransfer(deps, trx, { transfer, subject, changes: { status: 'failed', contested_at: null } })
  if (transfer.status === 'review') await subject.onRefused(deps, trx, transfer)
}

/** Throws the 409 error that rules out this outcome for the order. */
async function refuseClosedWay(trx: Trx, { transfer }: Locked, outcome: ResolveBody['outcome']) {
  const blocker = resolutionBlocker(outcome, await reviewFacts(trx, transfer))
  if (blocker !== null) throw new AppError(blocker, 409)
}

/** Throws 409 `transfer.not_in_review`. If another admin resolved the order first, the message names that admin. */
async function refuseSettled(trx: Trx, order: TransferRow) {
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

const settlings = { settled: settle, returned: returnOrder, not_sent: giveUp }

/**
 * Resolves an order in review by an admin's statement of what happened to the money. Throws `transfer.not_found` (404),
 * `transfer.not_in_review`, `transfer.already_returned`, `transfer.already_sent`, `transfer.paid_by_another`,
 * `loan.has_payments` (reverse them first) and `record.conflict` (409).
 */
export function resolveTransfer(
  deps: Deps,
  context: CommandContext,
  input: ResolveBody & { transfer_id: number },
) {
  const { transfer_id, outcome, reason } = input
  return runCommand(deps, context, async (trx) => {
    // The user is locked first, because resolving may restore the order's subject.
    const locked = await lockTransfer(trx, transfer_id, { with_user: true })
    await refuseSettled(trx, locked.transfer)
    await refuseClosedWay(trx, locked, outcome)
    await settlings[outcome](deps, trx, { ...locked, context })
    await writeAudit(deps, trx, {
      context,
      action: 'transfer.resolved',
      subject: ['transfer', transfer_id],
      before: { review: locked.transfer.failure_message },
      after: { outcome, reason },
    })
    return { transfer_id }
  })
}
