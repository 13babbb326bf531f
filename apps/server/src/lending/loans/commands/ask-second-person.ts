import { eventForStatus, transition } from '@quincena/domain/loans/rules'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { findExceededAtAcceptance, findExceededLimit } from '../../loan-limits/queries.ts'
import { approveAction, releaseAction } from '../handlers.ts'
import { refuseApproval } from './decide-loan.ts'
import { type LoanRow, lockLoanAndWorker } from './move-loan.ts'

interface Decision {
  /** The loan and its worker are locked. */
  loan: LoanRow
  context: CommandContext
  status: string
  actor: 'owner' | 'staff'
  /** Throws if the caller must use a second factor first. */
  requireFactor: (() => void) | undefined
}

/**
 * Asks another person to approve a loan if it is above a limit, and returns the request; null if one person is enough or
 * the decision is no approval. Throws what an approval throws, and `approval.already_open` (409).
 */
export async function askSecondPerson(deps: Deps, trx: Trx, decision: Decision) {
  const { loan, context, status, actor, requireFactor } = decision
  const event = eventForStatus(loan.state, status, actor)
  if (event !== 'approve' || transition(loan.state, event) === null) return null
  const exceeded = await findExceededLimit(deps, trx, { loan, approver_id: context.user.id })
  if (exceeded === null) return null
  requireFactor?.()
  await refuseApproval(deps, trx, { loan, context })
  const { id: loan_id, amount_cents: amount, term, state, rejected_at } = loan
  const payload = { loan_id, amount, term, exceeded, state, rejected_at }
  return requestApproval(deps, trx, { context, action: approveAction, payload })
}

async function hasOpenRelease(trx: Trx, loan_id: number) {
  const open = trx.selectFrom('approval').select('id').where('action', '=', releaseAction.name)
  const row = await open
    .where('subject', '=', 'loan')
    .where('subject_id', '=', loan_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

/** The limit, in Spanish, above which the payout of an offer waits for another person; null if it may leave. */
export async function findReleaseLimit(deps: Deps, trx: Trx, loan: LoanRow): Promise<string | null> {
  return loan.released_by === null ? findExceededAtAcceptance(deps, trx, loan) : null
}

/**
 * Asks another person, in the worker's name, to allow the payout of an offer above a limit, once. It runs in a transaction
 * of its own, because the acceptance above the limit is rolled back. Does nothing if somebody allowed it or decided the
 * loan meanwhile. Throws `loan.not_found` (404).
 */
export async function requestRelease(
  deps: Deps,
  context: CommandContext,
  { loan_id, exceeded }: { loan_id: number; exceeded: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const loan = await lockLoanAndWorker(trx, loan_id)
    if (loan.state !== 'approved' || loan.released_by !== null) return
    if (await hasOpenRelease(trx, loan_id)) return
    const payload = { loan_id, amount: loan.amount_cents, term: loan.term, exceeded }
    await requestApproval(deps, trx, { context, action: releaseAction, payload })
  })
}
