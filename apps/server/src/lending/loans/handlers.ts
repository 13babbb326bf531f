import { id, instant } from '@quincena/domain/fields'
import { formatPeriod } from '@quincena/domain/format'
import { LOAN_STATES } from '@quincena/domain/loans/rules'
import { money } from '@quincena/domain/money'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { refuseSamePerson } from '../../people/staff-access/commands.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { notify } from '../../platform/notifications/commands/notify.ts'
import { lockWorker } from '../../treasury/transfers/queries/lock-worker.ts'
import { cancelLocked, lockCancellable } from './commands/cancel-locked.ts'
import { decideLoan } from './commands/decide-loan.ts'
import { changeLoan, type LoanRow, lockLoan, lockLoanAndWorker } from './commands/move-loan.ts'
import { releasedNotice } from './notices.ts'

/** `exceeded`: the limit above which the loan is, in Spanish. */
const payload = z.object({ loan_id: id, amount: money, term: z.int(), exceeded: z.string() })
type LoanPayload = z.output<typeof payload>

/** State and last rejection of the loan when its approval was requested; a request from before they were kept is stale. */
const approvalPayload = payload.extend({
  state: z.enum(LOAN_STATES).nullable().default(null),
  rejected_at: instant.nullable().default(null),
})
type ApprovalPayload = z.output<typeof approvalPayload>

async function describe(trx: Trx, title: string, { loan_id, amount, exceeded }: LoanPayload) {
  const loan = await lockLoanAndWorker(trx, loan_id)
  const { name } = await lockWorker(trx, loan.user_id)
  const lines = [
    { label: 'Folio', value: loan.folio },
    { label: 'Plazo', value: formatPeriod(loan.type, loan.term) },
    { label: 'Pasa del límite de', value: exceeded },
  ]
  return { title, amount, person: name, lines }
}

/** Reads the locked loan if its amount and term still are what the requester saw. */
async function findUnchanged(trx: Trx, { loan_id, amount, term }: LoanPayload) {
  const loan = await lockLoanAndWorker(trx, loan_id)
  return loan.amount_cents === amount && loan.term === term ? loan : null
}

/**
 * Approving a loan above a limit: one person approves, another one does it with them. What the second one approved today
 * counts: above the sum of a day they cannot approve another loan (`loan.approver_day_exceeded`, 409).
 */
export const approveAction: ApprovalAction<typeof approvalPayload> = {
  ...{ name: 'loan.approve', payload: approvalPayload, deciders: 'staff', is_single: true },
  requesters: ['U0', 'U1'],
  subjectOf: ({ loan_id }: ApprovalPayload) => ['loan', loan_id],
  describe: (trx, loan: ApprovalPayload) => describe(trx, 'Aprobar una solicitud sobre el límite', loan),
  async isUnchanged(trx, seen: ApprovalPayload) {
    const loan = await findUnchanged(trx, seen)
    return loan !== null && loan.state === seen.state && loan.rejected_at === seen.rejected_at
  },
  async execute(deps, trx, { context, payload: { loan_id }, approval }) {
    const loan = await lockLoan(trx, loan_id)
    const decision = { actor: 'staff', status: 'APP', reason: null } as const
    await decideLoan(deps, trx, { loan, context, ...decision, first_approved_by: approval.requested_by })
    return { loan_id }
  },
}

async function refuseRelease(deps: Deps, trx: Trx, { loan, user }: { loan: LoanRow; user: { id: number } }) {
  const { decided_by, first_approved_by, requested_by, amount_raised_by } = loan
  if ([decided_by, first_approved_by].includes(user.id)) throw new AppError('loan.own_decision', 403)
  if ([requested_by, amount_raised_by].includes(user.id)) throw new AppError('loan.own_request', 403)
  const involved = [decided_by, first_approved_by, requested_by, amount_raised_by]
  const others = involved.filter((id) => id !== null)
  await refuseSamePerson(deps, trx, { user, others, deciders: 'staff' })
}

/**
 * Allowing the payout of an offer above a limit of the day, or of an advance above the limit of one loan; the worker, who signed, asks for it. Neither who approved the
 * loan, first or second (`loan.own_decision`, 403), nor who asked for it or raised its amount (`loan.own_request`, 403)
 * allows it, nor who is no other person than one of them (`approval.same_person`, 403).
 */
export const releaseAction: ApprovalAction<typeof payload> = {
  ...{ name: 'loan.release', payload, deciders: 'staff', is_single: true },
  requesters: ['U2'],
  subjectOf: ({ loan_id }: LoanPayload) => ['loan', loan_id],
  describe: (trx, loan: LoanPayload) => describe(trx, 'Enviar sobre el límite', loan),
  isUnchanged: async (trx, seen: LoanPayload) => (await findUnchanged(trx, seen))?.state === 'approved',
  async execute(deps, trx, { context, payload: { loan_id, exceeded } }) {
    const loan = await lockLoan(trx, loan_id)
    await refuseRelease(deps, trx, { loan, user: context.user })
    await changeLoan(deps, trx, { loan, changes: { released_by: context.user.id } })
    await notify(deps, trx, { recipient_id: loan.user_id, ...releasedNotice(loan) })
    const after = { exceeded }
    await writeAudit(deps, trx, { context, action: 'loan.released', subject: ['loan', loan_id], after })
    return { loan_id }
  },
}

/** A request from before signed loans could be cancelled has no state: it is of a returned one. */
const cancelPayload = z.object({
  ...{ loan_id: id, amount: money, reason: z.string(), exceeded: z.string() },
  state: z.enum(LOAN_STATES).default('payout_returned'),
})
type CancelPayload = z.output<typeof cancelPayload>

/** Cancelling a returned loan, or a signed one whose money has not left, above the limit of one loan. */
export const cancelAction: ApprovalAction<typeof cancelPayload> = {
  ...{ name: 'loan.cancel', payload: cancelPayload, deciders: 'admin', is_single: true },
  requesters: ['U0'],
  subjectOf: ({ loan_id }: CancelPayload) => ['loan', loan_id],
  async describe(trx, { loan_id, amount, reason, exceeded, state }: CancelPayload) {
    const loan = await lockLoanAndWorker(trx, loan_id)
    const { name: person } = await lockWorker(trx, loan.user_id)
    const lines = [
      { label: 'Folio', value: loan.folio },
      { label: 'Motivo', value: reason },
      { label: 'Pasa del límite de', value: exceeded },
    ]
    const title =
      state === 'disbursing' ? 'Cancelar un préstamo firmado sin enviar' : 'Cancelar un préstamo devuelto'
    return { title, amount, person, lines }
  },
  async isUnchanged(trx, { loan_id, amount, state }: CancelPayload) {
    const loan = await lockLoanAndWorker(trx, loan_id)
    return loan.state === state && loan.amount_cents === amount
  },
  async execute(deps, trx, { context, payload: { loan_id, reason } }) {
    const loan = await lockLoan(trx, loan_id)
    const order = await lockCancellable(trx, loan)
    await cancelLocked(deps, trx, { loan, order, context, reason })
    return { loan_id }
  },
}

/** The actions of loans that need a second person. */
export const loanApprovals = [approveAction, releaseAction, cancelAction]
