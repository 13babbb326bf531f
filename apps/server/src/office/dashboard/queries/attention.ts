import type { DashboardSummary } from '@quincena/domain/dashboard/schema'
import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { needsReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'

/** Counts what waits for staff now: requests, overdue loans and returned payouts by type, orders in review. */
export async function countAttention(db: Db): Promise<DashboardSummary['attention']> {
  const loans = await db
    .selectFrom('loan')
    .where('state', 'in', ['requested', 'overdue', 'payout_returned'])
    .select(['type', 'state', sql<number>`count(*)`.as('count')])
    .groupBy(['type', 'state'])
    .execute()
  const orders = await db
    .selectFrom('transfer')
    .where(needsReview('transfer'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
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
    transfers_in_review: orders.count,
  }
}
