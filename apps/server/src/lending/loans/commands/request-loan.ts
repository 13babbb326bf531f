import { businessDay, offerExpiresOn } from '@quincena/domain/dates'
import { advanceProblem } from '@quincena/domain/loans/advance-price'
import type { LoanRequestBody } from '@quincena/domain/loans/bodies'
import {
  DEFAULT_ADVANCE_MINIMUM,
  DEFAULT_ADVANCE_SHARE,
  excessMessage,
  maxAdvance,
  maxCredit,
} from '@quincena/domain/loans/limits'
import {
  IN_FORCE_STATES,
  type LoanState,
  type LoanType,
  OPEN_STATES,
  requestBlocker,
} from '@quincena/domain/loans/rules'
import type { MessageCode } from '@quincena/domain/messages'
import type { Cents } from '@quincena/domain/money'
import { isoOf } from '../../../command/clock.ts'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import { inOneMessage } from '../../../db/outbox-writer.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type AttributedEntry, writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyAndAudit, notifyStaffAndAudit } from '../../../platform/notifications/commands/notify.ts'
import { loanFactsOf, recordEvent, recordTransition } from '../../../platform/webhook-events/commands.ts'
import { ensureVerification } from '../../../treasury/verifications/commands/ensure-verification.ts'
import { approvedNotice, requestedNotice } from '../notices.ts'
import { advancePrice, companyTerms, type LoanPlan, planLoan } from '../queries/terms.ts'

/** The borrower's id: the worker who calls, or the user that staff name (422 if they name none). */
function borrowerId({ user }: CommandContext, body: LoanRequestBody): number {
  if (!isStaff(user)) return user.id
  if (body.user === undefined)
    throw new AppError('request.invalid', 422, { fields: { user: 'user.not_worker' } })
  return body.user
}

/**
 * Locks a worker and reads the company. Throws `user.not_found` (404) if unknown or inactive, `user.not_worker` (422)
 * for staff.
 */
export async function lockBorrower(trx: Trx, id: number) {
  const locked = trx
    .selectFrom('app_user')
    .select([
      'id',
      'user_type',
      'is_active',
      'first_name',
      'last_name',
      'company_id',
      'has_all_documents',
      'biweekly_salary_cents',
      'monthly_salary_cents',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
  const employer = trx
    .selectFrom('company')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('app_user').select('company_id').where('id', '=', id))
  const [[worker], [company]] = await inOneMessage(trx, (send) => Promise.all([send(locked), send(employer)]))
  if (worker === undefined || !worker.is_active) throw new AppError('user.not_found', 404)
  if (worker.user_type !== 'U2')
    throw new AppError('user.not_worker', 422, { fields: { user: 'user.not_worker' } })
  return { worker, company: company ?? null }
}

type Borrower = Awaited<ReturnType<typeof lockBorrower>>

/** The worker's open loan of a type, except `except`. The caller locks the worker, so the result holds until commit. */
export async function findOpenLoan(trx: Trx, of: { user_id: number; type: LoanType; except?: number }) {
  return trx
    .selectFrom('loan')
    .select(['id', 'state'])
    .where('user_id', '=', of.user_id)
    .where('type', '=', of.type)
    .where('state', 'in', OPEN_STATES)
    .where('id', '<>', of.except ?? 0)
    .executeTakeFirst()
}

async function refuseBlocked(trx: Trx, { worker }: Borrower, type: LoanType) {
  const open = await findOpenLoan(trx, { user_id: worker.id, type })
  const live: readonly LoanState[] = IN_FORCE_STATES
  const has_loan_in_force = open !== undefined && live.includes(open.state)
  const blocker = requestBlocker({
    type,
    has_all_documents: worker.has_all_documents,
    has_loan_in_force,
    has_pending_request: open !== undefined && !has_loan_in_force,
  })
  if (blocker !== null) throw new AppError(blocker, 409)
}

function refuseAdvance(amount: Cents, { worker, company }: Borrower) {
  const to = maxAdvance({
    biweekly_salary: worker.biweekly_salary_cents,
    advance_share: company?.advance_share ?? DEFAULT_ADVANCE_SHARE,
    advance_cap: company?.advance_cap_cents ?? null,
  })
  const from = company?.advance_minimum_cents ?? DEFAULT_ADVANCE_MINIMUM
  const problem = advanceProblem(advancePrice(company), amount, { from, to })
  if (problem === null) return
  const { code, text: detail } = problem
  throw new AppError(code, 422, { detail, texts: { amount: [detail] } })
}

/**
 * Throws 422 at `amount` for an amount that is not offered: `loan.amount_exceeded` if a credit is above three monthly
 * salaries or an advance above the company's maximum, `loan.amount_below_minimum` and `loan.cost_above_ceiling` if an
 * advance is below the company's minimum or its commission is too great a share of it.
 */
export function refuseAmount(type: LoanType, amount: Cents, borrower: Borrower) {
  if (type === 'advance') return refuseAdvance(amount, borrower)
  const max = maxCredit(borrower.worker.monthly_salary_cents)
  if (amount <= max) return
  const detail = excessMessage(max)
  throw new AppError('loan.amount_exceeded', 422, { detail, texts: { amount: [detail] } })
}

/**
 * Throws `loan.figures_differ` (422) if a figure that the caller sends, and showed the borrower, is not the server's.
 */
function refuseOtherFigures(body: LoanRequestBody, plan: LoanPlan, interest_rate: number) {
  const total = plan.total_debt_cents
  const ours = {
    total_debt: total,
    final_value: total,
    monthly_payment: plan.monthly_payment_cents,
    interest_rate,
  }
  const fields: Record<string, MessageCode> = {}
  for (const name of ['total_debt', 'final_value', 'monthly_payment', 'interest_rate'] as const) {
    const value = name === 'monthly_payment' && body.type === 'advance' ? undefined : body[name]
    if (value !== undefined && value !== ours[name]) fields[name] = 'loan.figures_differ'
  }
  if (Object.keys(fields).length > 0) throw new AppError('loan.figures_differ', 422, { fields })
}

/** Initial state: an advance starts as an offer, a credit as a request for staff to decide. */
function initialState(type: LoanType, now: string, today: string) {
  if (type === 'credit') return { state: 'requested' as const, approved_at: null, offer_expires_on: null }
  return { state: 'approved' as const, approved_at: now, offer_expires_on: offerExpiresOn('advance', today) }
}

async function insertLoan(deps: Deps, trx: Trx, { context, body, borrower }: Omit<LoanRequest, 'loan'>) {
  const now = isoOf(deps.clock())
  const today = businessDay(deps.clock())
  const copied = companyTerms(body, borrower.company)
  const terms = {
    type: body.type,
    amount_cents: body.amount,
    term: body.type === 'credit' ? body.period : 0,
    ...copied,
  }
  const { schedule: _, ...plan } = planLoan(terms, today)
  refuseOtherFigures(body, { ...plan, schedule: [] }, copied.interest_rate)
  return trx
    .insertInto('loan')
    .values({
      ...terms,
      ...plan,
      ...initialState(body.type, now, today),
      user_id: borrower.worker.id,
      company_id: borrower.worker.company_id,
      requested_by: isStaff(context.user) ? context.user.id : null,
      requested_day: today,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'folio', 'type', 'state', 'user_id', 'company_id', 'amount_cents'])
    .executeTakeFirstOrThrow()
}

/** Records that a loan was asked for, and that an advance is an offer at once. */
async function recordRequest(deps: Deps, trx: Trx, loan: Awaited<ReturnType<typeof insertLoan>>) {
  await recordEvent(deps, trx, { type: 'loan.requested', data: loanFactsOf(loan) })
  if (loan.state === 'approved') await recordTransition(deps, trx, { event: 'approve', loans: [loan] })
}

interface LoanRequest {
  context: CommandContext
  body: LoanRequestBody
  borrower: Borrower
  loan: Parameters<typeof requestedNotice>[0]
}

/**
 * Notifies staff of a worker's request, or the worker of an advance that staff requested and that awaits a signature, and
 * writes the audit row.
 */
async function notifyOfRequest(deps: Deps, trx: Trx, { context, body, borrower, loan }: LoanRequest) {
  const { worker } = borrower
  const { id, folio, type } = loan
  const after = { folio, type, amount_cents: body.amount }
  const entry: AttributedEntry = { context, action: 'loan.requested', subject: ['loan', id], after }
  if (!isStaff(context.user))
    return notifyStaffAndAudit(deps, trx, { notice: requestedNotice(loan, worker, body.amount), entry })
  if (type !== 'advance') return writeAudit(deps, trx, entry)
  const notice = approvedNotice({ ...loan, amount_cents: body.amount }, isoOf(deps.clock()))
  return notifyAndAudit(deps, trx, { notice: { recipient_id: worker.id, ...notice }, entry })
}

/**
 * Requests a credit or an advance. The server computes every figure; figures that the caller sends must be equal. Rate,
 * commission and tax are copied from the company. Throws 409 with the specification's message if documents are missing
 * or a loan of the type is open, what `refuseAmount` throws and `loan.figures_differ` (422), and what `lockBorrower`
 * throws.
 */
export function requestLoan(deps: Deps, context: CommandContext, body: LoanRequestBody) {
  return runCommand(deps, context, async (trx) => {
    const borrower = await lockBorrower(trx, borrowerId(context, body))
    await refuseBlocked(trx, borrower, body.type)
    refuseAmount(body.type, body.amount, borrower)
    const loan = await insertLoan(deps, trx, { context, body, borrower })
    const { id, folio } = loan
    await recordRequest(deps, trx, loan)
    await ensureVerification(deps, trx, borrower.worker.id)
    await deps.events.publish(trx, { topic: 'loan', id, user_ids: [borrower.worker.id], staff: true })
    await notifyOfRequest(deps, trx, { context, body, borrower, loan: { id, folio, type: body.type } })
    return { loan_id: id }
  })
}
