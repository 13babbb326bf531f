import { resolutionBlocker } from '@quincena/domain/transfers/rules'
import type { ResolveBody } from '@quincena/domain/transfers/schema'
import { act } from '../../../lib/act.ts'
import { writeAudit } from '../../../lib/audit.ts'
import type { ActContext } from '../../../lib/context.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'
import { reofferLoan, reviveLoan } from '../../loans/commands/pay-out-loan.ts'
import type { TransferRow } from '../order.ts'
import { bookReport, bookReturn, hasPayments } from './book-transfer.ts'
import { changeTransfer, type Locked, lockTransfer } from './lock-transfer.ts'

const report = { stp_id: null, stp_state: null }

type Settling = Locked & { context: ActContext }

const isReturned = ({ state }: TransferRow) => state === 'CN' || state === 'D'

/** An order that STP refused and sent all the same: the loan that is an offer again takes up what was signed. */
async function awaitRefused(deps: Deps, trx: Trx, settling: Settling): Promise<Settling> {
  const { transfer, loan } = settling
  if (transfer.sent_at !== null || loan.state !== 'approved') return settling
  return { ...settling, loan: await reviveLoan(deps, trx, loan) }
}

/** The money arrived, whatever STP's record says. */
async function settle(deps: Deps, trx: Trx, asked: Settling) {
  const settling = await awaitRefused(deps, trx, asked)
  const outcome = await bookReport(deps, trx, { ...settling, report: { ...report, state: 'LQ' } })
  if (outcome === 'review') throw new AppError('record.conflict', 409)
  await changeTransfer(deps, trx, { ...settling, changes: { status: 'sent', failure_message: null } })
}

/** The money is back. A booked return is only confirmed. */
async function giveBack(deps: Deps, trx: Trx, asked: Settling) {
  if (isReturned(asked.transfer)) {
    await changeTransfer(deps, trx, { ...asked, changes: { status: 'sent', failure_message: null } })
    return
  }
  const settling = await awaitRefused(deps, trx, asked)
  if (settling.transfer.sent_at === null) {
    const outcome = await bookReport(deps, trx, { ...settling, report: { ...report, state: null } })
    if (outcome === 'review') throw new AppError('record.conflict', 409)
  }
  const locked = await lockTransfer(trx, settling.transfer.id)
  await bookReturn(deps, trx, { ...settling, ...locked, report: { ...report, state: 'D' } })
}

/** The order never left: the loan is an offer again. */
async function giveUp(deps: Deps, trx: Trx, { transfer, loan }: Settling) {
  await changeTransfer(deps, trx, { transfer, loan, changes: { status: 'failed' } })
  await reofferLoan(deps, trx, { loan, transfer_id: transfer.id })
}

/** Throws what keeps an order in review from being settled this way (409). */
async function refuseClosedWay(trx: Trx, { transfer, loan }: Locked, outcome: ResolveBody['outcome']) {
  const { state, sent_at } = transfer
  const has_payments = await hasPayments(trx, loan.id)
  const blocker = resolutionBlocker(outcome, { state, sent_at, has_payments })
  if (blocker !== null) throw new AppError(blocker, 409)
}

/** Of two who settle the same order the second reads who was first. */
async function refuseSettled(trx: Trx, { id, status }: TransferRow) {
  if (status === 'review') return
  const first = await trx
    .selectFrom('audit')
    .innerJoin('app_user', 'app_user.id', 'audit.actor_id')
    .select(['app_user.first_name', 'app_user.last_name'])
    .where('audit.subject', '=', 'transfer')
    .where('audit.subject_id', '=', id)
    .where('audit.action', '=', 'transfer.resolved')
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) throw new AppError('transfer.not_in_review', 409)
  const detail = `${first.first_name} ${first.last_name} ya resolvió esta orden. Revisa cómo quedó.`
  throw new AppError('transfer.not_in_review', 409, { detail })
}

const settlings = { settled: settle, returned: giveBack, not_sent: giveUp }

/**
 * An admin says what really happened to the money of an order in review. Throws `transfer.not_found` (404),
 * `transfer.not_in_review`, `transfer.already_returned`, `transfer.already_sent`, `loan.has_payments` (reverse them
 * first) and `record.conflict` (409).
 */
export function resolveTransfer(
  deps: Deps,
  context: ActContext,
  input: ResolveBody & { transfer_id: number },
) {
  const { transfer_id, outcome, reason } = input
  return act(deps, context, async (trx) => {
    const locked = await lockTransfer(trx, transfer_id)
    await refuseSettled(trx, locked.transfer)
    await refuseClosedWay(trx, locked, outcome)
    await settlings[outcome](deps, trx, { ...locked, context })
    await writeAudit(deps, trx, {
      context,
      action: 'transfer.resolved',
      subject: 'transfer',
      subject_id: transfer_id,
      before: { review: locked.transfer.failure_message },
      after: { outcome, reason },
    })
    return { transfer_id }
  })
}
