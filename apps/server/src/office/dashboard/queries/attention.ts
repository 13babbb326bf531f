import type { DashboardSummary } from '@quincena/domain/dashboard/schema'
import { businessDay, type Day, daysBetween } from '@quincena/domain/dates'
import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { countProofs } from '../../../lending/bank-matches/queries/proofs.ts'
import { isClaimed, isUnidentified } from '../../../lending/incoming-payments/queries/filters.ts'
import { isClear } from '../../../lending/loans/queries/clarification.ts'
import { waitsForDocuments } from '../../../lending/loans/queries/loans.ts'
import { countBalanceMatters } from '../../../treasury/balance-checks/queries/balance-state.ts'
import { needsReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { countWaiting } from '../../../treasury/verifications/queries/list-verifications.ts'

/** Counts the received money that waits to be identified, with the age of the oldest on `today`. */
async function countUnidentified(db: Db, today: Day) {
  const { count, oldest } = await db
    .selectFrom('incoming_payment as i')
    .where(isUnidentified)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('i.received_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { count, oldest_days: oldest === null ? 0 : Math.max(0, daysBetween(businessDay(oldest), today)) }
}

/** Received money that waits to be registered or dismissed and needs no search for its loan. */
const waitsToBeRegistered = sql<boolean>`(i.status = 'open' and i.stp_confirmed_at is not null and not ${isUnidentified})`

/** Counts the received money that meets a condition. */
async function countReceived(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom('incoming_payment as i')
    .where(condition)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Counts what waits for staff now: requests, overdue loans and returned payouts by type, advances whose documents nobody
 * reviewed, orders in review, received money
 * that waits to be registered or identified or that STP took back, accounts without an answer, and payments without a
 * proof.
 */
export async function countAttention(db: Db, now: Temporal.Instant): Promise<DashboardSummary['attention']> {
  const loans = await db
    .selectFrom('loan')
    .where(({ or, and, eb }) =>
      or([
        eb('state', 'in', ['requested', 'payout_returned']),
        and([eb('state', '=', 'overdue'), isClear('loan')]),
      ]),
    )
    .select(['type', 'state', sql<number>`count(*)`.as('count')])
    .groupBy(['type', 'state'])
    .execute()
  const offers = await db
    .selectFrom('loan')
    .where('type', '=', 'advance')
    .where(waitsForDocuments('loan'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const orders = await db
    .selectFrom('transfer')
    .where(needsReview('transfer'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const proofs = await countProofs(db, now)
  const countOf = (type: LoanType, state: LoanState) =>
    loans.find((row) => row.type === type && row.state === state)?.count ?? 0
  const byType = (state: LoanState) => ({
    credit: countOf('credit', state),
    advance: countOf('advance', state),
  })
  return {
    requests: byType('requested'),
    overdue: byType('overdue'),
    returned_payouts: byType('payout_returned'),
    unreviewed_advances: offers.count,
    transfers_in_review: orders.count,
    to_register: await countReceived(db, waitsToBeRegistered),
    unidentified: await countUnidentified(db, businessDay(now)),
    claims: await countReceived(db, isClaimed),
    accounts: await countWaiting(db, now),
    late_proofs: proofs.late,
    rejected_proofs: proofs.rejected,
    balance: await countBalanceMatters(db),
  }
}
