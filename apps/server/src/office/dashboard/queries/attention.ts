import type { DashboardSummary } from '@quincena/domain/dashboard/schema'
import { businessDay, daysBetween } from '@quincena/domain/dates'
import type { LoanState } from '@quincena/domain/loans/rules'
import { type RawBuilder, sql } from 'kysely'
import { statementFor } from '../../../db/compile-once.ts'
import { proofCounts } from '../../../lending/bank-matches/queries/proofs.ts'
import { isClaimed, isUnidentified } from '../../../lending/incoming-payments/queries/filters.ts'
import { balanceMatterCounts } from '../../../treasury/balance-checks/queries/balance-state.ts'
import { needsReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import {
  lateVerificationsSince,
  waitingCounts,
} from '../../../treasury/verifications/queries/list-verifications.ts'
import type { Figures } from './figures.ts'

type Attention = DashboardSummary['attention']

/** What waits for staff beside loans: all of it is selected by indexes that have only what waits. */
type Waiting = Pick<
  Attention,
  | 'transfers_in_review'
  | 'to_register'
  | 'unidentified'
  | 'claims'
  | 'accounts'
  | 'late_proofs'
  | 'rejected_proofs'
> & { balance: Attention['balance'] }

/** Received money that waits to be registered or dismissed and needs no search for its loan. */
const waitsToBeRegistered = sql<boolean>`(i.status = 'open' and i.stp_confirmed_at is not null and not ${isUnidentified})`

/** The number of the received payments that meet a condition. */
const receivedCount = (condition: RawBuilder<boolean>) =>
  sql<number>`(select count(*) from incoming_payment as i where ${condition})`

interface WaitingRow
  extends Pick<
    Attention,
    'transfers_in_review' | 'to_register' | 'claims' | 'late_proofs' | 'rejected_proofs'
  > {
  unidentified: number
  oldest: string | null
  mismatch: number
  unanswered: number
  open_cases: number
  suspense: number
}

const compileOnce = statementFor<{ now: string; late_verifications: string }>()
const countWaiting = compileOnce(
  (db, given) => sql<WaitingRow>`
    select
      (select count(*) from transfer where ${needsReview('transfer')}) as transfers_in_review,
      ${receivedCount(waitsToBeRegistered)} as to_register, ${receivedCount(isClaimed)} as claims,
      unidentified.*, accounts.*, proofs.*, balance.*
    from (
        select count(*) as unidentified, min(i.received_at) as oldest from incoming_payment as i where ${isUnidentified}
      ) as unidentified,
      ${waitingCounts(db, given('late_verifications'))} as accounts, ${proofCounts(db, given('now'))} as proofs,
      ${balanceMatterCounts} as balance`,
)

/**
 * Counts what waits for staff now beside loans: orders in review, received money that waits to be registered or
 * identified or that STP took back, accounts without an answer, payments without a proof, and the balance.
 */
export const waitingAt = (now: Temporal.Instant) =>
  countWaiting({ now: now.toString(), late_verifications: lateVerificationsSince(now) })

/** Arranges what `waitingAt` counted. */
export function toWaiting([row]: readonly WaitingRow[], now: Temporal.Instant): Waiting {
  if (row === undefined) throw new Error('A select without a condition returned no row')
  const { unidentified, oldest, mismatch, unanswered, open_cases, suspense, ...counts } = row
  const oldest_days = oldest === null ? 0 : Math.max(0, daysBetween(businessDay(oldest), businessDay(now)))
  return {
    ...counts,
    unidentified: { count: unidentified, oldest_days },
    accounts: { mismatch, unanswered },
    balance: { open_cases, suspense },
  }
}

/**
 * What waits for staff now: requests, overdue loans and returned payouts by type, advances whose documents nobody
 * reviewed, and what waits beside loans.
 */
export function toAttention(figures: Figures, waiting: Waiting): Attention {
  const { count } = figures
  const byType = (state: LoanState) => ({
    credit: count({ figure: 'state', type: 'credit', state }),
    advance: count({ figure: 'state', type: 'advance', state }),
  })
  const overdue = byType('overdue')
  return {
    requests: byType('requested'),
    overdue: {
      credit: overdue.credit - count({ figure: 'overdue_in_clarification', type: 'credit' }),
      advance: overdue.advance - count({ figure: 'overdue_in_clarification', type: 'advance' }),
    },
    returned_payouts: byType('payout_returned'),
    unreviewed_advances: count({ figure: 'unreviewed' }),
    ...waiting,
  }
}
