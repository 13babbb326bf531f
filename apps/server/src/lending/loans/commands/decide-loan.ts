import { businessDay, offerExpiresOn } from '@quincena/domain/dates'
import { eventForStatus, type LoanEvent, openLoanMessage } from '@quincena/domain/loans/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { areDocumentsAccepted } from '../../../people/documents/queries.ts'
import { refuseSamePerson } from '../../../people/staff-access/commands.ts'
import { listAuthors } from '../../../people/worker-changes/queries.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { hasReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { ensureVerification } from '../../../treasury/verifications/commands/ensure-verification.ts'
import { isApproverDayExceeded } from '../../loan-limits/queries.ts'
import { approvedNotice, rejectedNotice } from '../notices.ts'
import { type LoanRow, moveLoan } from './move-loan.ts'
import { findOpenLoan } from './request-loan.ts'

interface Decision {
  /** The loan and its worker are locked. */
  loan: LoanRow
  context: CommandContext
  reason: string | null
  /** Who asked the approving person to approve as well, above a limit; else null. */
  first_approved_by?: number
}

/** A deactivated worker gets no offer: throws `loan.worker_inactive` (409). The worker is locked. */
async function refuseInactive(trx: Trx, user_id: number) {
  const worker = trx.selectFrom('app_user').select('is_active').where('id', '=', user_id)
  if (!(await worker.executeTakeFirstOrThrow()).is_active) throw new AppError('loan.worker_inactive', 409)
}

/** Throws `transfer.in_progress` (409) while an order of the offer is in review: it may turn out to be paid. */
async function refuseInReview(trx: Trx, loan_id: number) {
  if (await hasReview(trx, loan_id)) throw new AppError('transfer.in_progress', 409)
}

/**
 * Throws unless the person may approve the locked loan: `loan.own_request` (403) for who asked on the worker's behalf or
 * raised the amount, `loan.own_worker` (403) for who wrote data of the worker that nobody else has confirmed,
 * `approval.same_person` (403) for who is no other person than one of them, and 409 for a deactivated
 * worker, documents that are not accepted (`loan.documents_unreviewed`) or another open loan of the type.
 */
export async function refuseApproval(
  deps: Deps,
  trx: Trx,
  { loan, context }: Pick<Decision, 'loan' | 'context'>,
) {
  const { user_id, requested_by, amount_raised_by } = loan
  if ([requested_by, amount_raised_by].includes(context.user.id)) throw new AppError('loan.own_request', 403)
  const authors = await listAuthors(trx, user_id)
  if (authors.includes(context.user.id)) throw new AppError('loan.own_worker', 403)
  const others = [...authors, requested_by, amount_raised_by].filter((id) => id !== null)
  await refuseSamePerson(deps, trx, { user: context.user, others, deciders: 'staff' })
  await refuseInactive(trx, user_id)
  if (!(await areDocumentsAccepted(trx, user_id))) throw new AppError('loan.documents_unreviewed', 409)
  const other = await findOpenLoan(trx, { user_id, type: loan.type, except: loan.id })
  if (other !== undefined) throw new AppError(openLoanMessage(loan.type, other.state), 409)
}

/** Throws `loan.approver_day_exceeded` (409) if the second approving person approved too much today. */
async function refuseSecondAboveDay(deps: Deps, trx: Trx, { loan, context }: Decision) {
  const isExceeded = await isApproverDayExceeded(deps, trx, { loan, approver_id: context.user.id })
  if (isExceeded) throw new AppError('loan.approver_day_exceeded', 409)
}

async function approve(deps: Deps, trx: Trx, decision: Decision) {
  const { loan, context, first_approved_by } = decision
  await refuseApproval(deps, trx, { loan, context })
  if (first_approved_by !== undefined) await refuseSecondAboveDay(deps, trx, decision)
  const approved_at = isoOf(deps.clock())
  const offer_expires_on = offerExpiresOn(loan.type, businessDay(deps.clock()))
  const cleared = { rejected_at: null, rejected_by: null, rejection_reason: null, closed_at: null }
  const changes = {
    ...cleared,
    approved_at,
    offer_expires_on,
    decided_by: context.user.id,
    first_approved_by: first_approved_by ?? null,
    released_by: null,
  }
  const approved = await moveLoan(deps, trx, { loan, event: 'approve', changes })
  await ensureVerification(deps, trx, loan.user_id)
  await notify(deps, trx, { recipient_id: loan.user_id, ...approvedNotice(approved, approved_at) })
}

/** The approving person stays on record: STP may still send the money of an order that it refused. */
async function reject(deps: Deps, trx: Trx, { loan, context, reason }: Decision) {
  const rejected_at = isoOf(deps.clock())
  const changes = {
    rejected_at,
    rejection_reason: reason,
    rejected_by: context.user.id,
    closed_at: rejected_at,
  }
  const rejected = await moveLoan(deps, trx, {
    loan,
    event: 'reject',
    changes: { ...changes, next_payment_date: null },
  })
  await notify(deps, trx, { recipient_id: loan.user_id, ...rejectedNotice(rejected, reason, rejected_at) })
}

async function closeByOwner(deps: Deps, trx: Trx, { loan, event }: Decision & { event: LoanEvent }) {
  const now = isoOf(deps.clock())
  await moveLoan(deps, trx, {
    loan,
    event,
    changes: { rejected_at: now, closed_at: now, next_payment_date: null },
  })
}

/**
 * Approves, rejects, declines or withdraws a loan: the requested status, the state and the actor decide which. Throws
 * `loan.own_request` (403) if the approving person asked for it or raised its amount, and 409: `loan.transition_refused`
 * if the life-cycle table has no such transition, `loan.worker_inactive` if a deactivated worker would get an offer, `transfer.in_progress` while an order of the loan is in review, and the
 * specification's message if the worker has another open loan of the type. Of a second approving person the sum of the day counts too
 * (`loan.approver_day_exceeded`).
 */
export async function decideLoan(
  deps: Deps,
  trx: Trx,
  decision: Decision & { status: string; actor: 'owner' | 'staff' },
) {
  const { loan, context, status, actor } = decision
  const event = eventForStatus(loan.state, status, actor)
  if (event === null) throw new AppError('loan.transition_refused', 409)
  if (loan.state === 'approved') await refuseInReview(trx, loan.id)
  if (event === 'approve') await approve(deps, trx, decision)
  else if (event === 'reject') await reject(deps, trx, decision)
  else await closeByOwner(deps, trx, { ...decision, event })
  await writeAudit(deps, trx, {
    context,
    action: `loan.${event}`,
    subject: ['loan', loan.id],
    before: { state: loan.state },
    after: { status, ...(decision.reason === null ? {} : { reason: decision.reason }) },
  })
}
