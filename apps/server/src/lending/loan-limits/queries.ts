import { businessDay, TIME_ZONE } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import {
  approvalLimit,
  type DaySums,
  DEFAULT_LOAN_LIMITS,
  exceededDayLimit,
  exceededLimit,
  isAboveApproverDay,
  isAboveLimit,
  type LoanLimits,
} from '@quincena/domain/loans/duties'
import { IN_FORCE_STATES, type LoanState, type LoanType } from '@quincena/domain/loans/rules'
import { type SqlBool, sql } from 'kysely'
import { isoOf } from '../../command/clock.ts'
import { takeLockLater } from '../../db/locks.ts'
import type { Db, Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { findSamePeople } from '../../people/staff-access/queries.ts'
import { readSetting } from '../../platform/settings/queries.ts'

/** Returns the limits of loans, in centavos, with their version; 0 until they are first changed. */
export async function readLoanLimits(db: Db | Trx): Promise<{ limits: LoanLimits; version: number }> {
  const saved = await readSetting(db, 'loan_limits')
  return { limits: saved?.value ?? DEFAULT_LOAN_LIMITS, version: saved?.version ?? 0 }
}

const ACCEPTED: readonly LoanState[] = ['disbursing', 'completed', ...IN_FORCE_STATES]
const steps = {
  approved_at: ['approved', ...ACCEPTED] as readonly LoanState[],
  accepted_at: ACCEPTED,
}

interface LimitedLoan {
  id: number
  amount_cents: number
  company_id: number | null
  decided_by: number | null
}

interface Step {
  loan: LimitedLoan
  approver_id: number | null
  at: keyof typeof steps
}

/**
 * Adds up what was approved or accepted today beside the loan; of the approver also what accounts approved that do not
 * count as another person, or two accounts of one person would have two limits. Waits for other loans that are being
 * added, so that two at once do not exceed a limit together.
 */
async function sumDay(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { loan, approver_id, at }: Step,
): Promise<DaySums> {
  await takeLockLater(trx, 'loan_limit')
  const approvers = approver_id === null ? [] : await findSamePeople(deps, trx, approver_id)
  const day = Temporal.PlainDate.from(businessDay(deps.clock()))
  const sumOf = (condition: ReturnType<typeof sql<SqlBool>>) =>
    sql<number>`coalesce(sum(amount_cents) filter (where ${condition}), 0)::bigint`
  return (
    trx
      .selectFrom('loan')
      .select([
        sumOf(sql`decided_by = any(${approvers}::bigint[])`).as('approver'),
        sumOf(sql`company_id = ${loan.company_id}`).as('company'),
        sumOf(sql`true`).as('lender'),
      ])
      .where(at, '>=', isoOf(day.toZonedDateTime(TIME_ZONE).toInstant()))
      .where('state', 'in', steps[at])
      .where('id', '<>', loan.id)
      // Granted in a former system: nobody decided it here.
      .where('former_id', 'is', null)
      .executeTakeFirstOrThrow()
  )
}

/** The limit, in Spanish, that one person would exceed by approving the locked loan now; null if none. */
export async function findExceededLimit(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { loan, approver_id }: { loan: LimitedLoan; approver_id: number },
): Promise<string | null> {
  const sums = await sumDay(deps, trx, { loan, approver_id, at: 'approved_at' })
  const { limits } = await readLoanLimits(trx)
  return exceededLimit(limits, { amount: loan.amount_cents, company_id: loan.company_id }, sums)
}

/** True if a second person may not approve the locked loan today, because of what they approved before. */
export async function isApproverDayExceeded(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { loan, approver_id }: { loan: LimitedLoan; approver_id: number },
): Promise<boolean> {
  const { approver } = await sumDay(deps, trx, { loan, approver_id, at: 'approved_at' })
  const { limits } = await readLoanLimits(trx)
  return isAboveApproverDay(limits, loan.amount_cents, approver)
}

/** The limit, in Spanish, above which one person may not move an amount of a company's loans alone; null below it. */
export async function findExceededAmount(
  trx: Trx,
  { amount_cents, company_id }: Pick<LimitedLoan, 'amount_cents' | 'company_id'>,
): Promise<string | null> {
  const { limits } = await readLoanLimits(trx)
  const limit = approvalLimit(limits, company_id)
  return isAboveLimit(amount_cents, limit) ? formatMoney(limit) : null
}

/**
 * The limit, in Spanish, that the acceptance of the locked offer would exceed now; null if none. For an advance, which
 * nobody approves, the limit of one loan counts too.
 */
export async function findExceededAtAcceptance(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  loan: LimitedLoan & { type: LoanType },
): Promise<string | null> {
  const { amount_cents: amount, company_id, decided_by } = loan
  const day = await sumDay(deps, trx, { loan, approver_id: decided_by, at: 'accepted_at' })
  const { limits } = await readLoanLimits(trx)
  // Without an approving person there is no sum of theirs.
  const sums = decided_by === null ? { ...day, approver: -amount } : day
  if (loan.type === 'advance') return exceededLimit(limits, { amount, company_id }, sums)
  return exceededDayLimit(limits, amount, sums)
}
