import { businessDay } from '@quincena/domain/dates'
import { formatPeriod } from '@quincena/domain/format'
import type { LoanPatch } from '@quincena/domain/loans/bodies'
import { isCreditMonths, parsePeriod } from '@quincena/domain/loans/limits'
import { isEditable, wireStatus } from '@quincena/domain/loans/rules'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { editedNotice } from '../notices.ts'
import { planLoan } from '../queries/terms.ts'
import { askSecondPerson } from './ask-second-person.ts'
import { decideLoan } from './decide-loan.ts'
import { changeLoan, type LoanRow, lockLoanAndWorker } from './move-loan.ts'
import { lockBorrower, refuseAmount } from './request-loan.ts'

function requestedTerm(loan: LoanRow, period: LoanPatch['period']): number {
  if (loan.type === 'advance' || period === undefined) return loan.term
  const months = parsePeriod(period)
  if (months === null || !isCreditMonths(months)) {
    const detail = 'El plazo debe ser de 3, 6, 9 o 12 meses'
    throw new AppError('request.invalid', 422, { texts: { period: [detail] } })
  }
  return months
}

/**
 * Changes amount and term of a request, computes its figures again and notifies the worker. Who raises the amount cannot
 * approve it any more. Does nothing if both are unchanged. Throws `field.forbidden` (403) for a worker, `loan.not_editable` (409), and what `refuseAmount` throws.
 */
async function editRequest(
  deps: Deps,
  trx: Trx,
  edit: { loan: LoanRow; context: CommandContext; patch: LoanPatch },
) {
  const { loan, context, patch } = edit
  const amount_cents = patch.amount ?? loan.amount_cents
  const term = requestedTerm(loan, patch.period)
  if (amount_cents === loan.amount_cents && term === loan.term) return
  if (!isStaff(context.user)) throw new AppError('field.forbidden', 403)
  if (!isEditable(loan)) throw new AppError('loan.not_editable', 409)
  refuseAmount(loan.type, amount_cents, await lockBorrower(trx, loan.user_id))
  const { schedule: _, ...plan } = planLoan({ ...loan, amount_cents, term }, businessDay(deps.clock()))
  const isRaised = amount_cents > loan.amount_cents
  const raiser = isRaised ? { amount_raised_by: context.user.id } : {}
  const changed = await changeLoan(deps, trx, { loan, changes: { amount_cents, ...plan, ...raiser } })
  const changes = {
    amount: amount_cents,
    period: formatPeriod(loan.type, changed.term),
    at: changed.updated_at,
  }
  await notify(deps, trx, { recipient_id: loan.user_id, ...editedNotice(loan, changes) })
  await writeAudit(deps, trx, {
    context,
    action: 'loan.edited',
    subject: ['loan', loan.id],
    before: { amount_cents: loan.amount_cents, term: loan.term },
    after: { amount_cents, term },
  })
}

/** APP and REJ ask for a decision, also if the loan already has that status: the second of two decisions gets a 409. */
const asksDecision = (status: string | undefined): status is string =>
  status !== undefined && status !== 'INA'

/** Throws `loan.changed` (409) if status, amount or period differ from what the caller saw before deciding. */
function refuseOutdatedDecision(loan: LoanRow, seen: LoanPatch['seen']) {
  if (seen === undefined) return
  const isSame =
    wireStatus(loan.state).status === seen.status &&
    loan.amount_cents === seen.amount &&
    formatPeriod(loan.type, loan.term) === seen.period
  if (!isSame) throw new AppError('loan.changed', 409)
}

interface Patched {
  loan_id: number
  approval_id?: number
}

interface Deciding {
  loan: LoanRow
  context: CommandContext
  actor: 'owner' | 'staff'
  patch: LoanPatch & { status: string }
  requireFactor: (() => void) | undefined
}

/** Decides, or asks a second person for an approval above a limit. */
async function decide(deps: Deps, trx: Trx, { patch, ...deciding }: Deciding): Promise<Patched> {
  const { id: loan_id } = deciding.loan
  refuseOutdatedDecision(deciding.loan, patch.seen)
  const decision = { ...deciding, status: patch.status, reason: patch.reason || null }
  const approval = await askSecondPerson(deps, trx, decision)
  if (approval !== null) return { loan_id, approval_id: approval.id }
  await decideLoan(deps, trx, decision)
  return { loan_id }
}

/**
 * `PATCH` and `PUT /loan/{id}`: a decision if the status is APP or REJ, else an edit of a request in analysis. An
 * approval above a limit waits for a second person: then the answer has `approval_id`. Throws
 * `loan.not_found` (404, also for another worker's loan), `loan.changed`, `loan.transition_refused`,
 * `loan.not_editable` (409), and what `decideLoan` and the edit throw. `requireFactor` is called before a second person
 * is asked, and may throw.
 */
export function patchLoan(
  deps: Deps,
  context: CommandContext,
  input: { loan_id: number; patch: LoanPatch; requireFactor?: () => void },
) {
  const { loan_id, patch, requireFactor } = input
  return runCommand<Patched>(deps, context, async (trx) => {
    const loan = await lockLoanAndWorker(trx, loan_id)
    const actor = isStaff(context.user) ? ('staff' as const) : ('owner' as const)
    if (actor === 'owner' && loan.user_id !== context.user.id) throw new AppError('loan.not_found', 404)
    if (asksDecision(patch.status)) {
      return decide(deps, trx, {
        loan,
        context,
        actor,
        patch: { ...patch, status: patch.status },
        requireFactor,
      })
    }
    if (patch.status === 'INA' && loan.state !== 'requested')
      throw new AppError('loan.transition_refused', 409)
    await editRequest(deps, trx, { loan, context, patch })
    return { loan_id }
  })
}
