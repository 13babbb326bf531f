import { messageOf } from '@quincena/domain/messages'
import type { TransferDetail } from '@quincena/domain/transfers/detail'
import { resolutionBlocker } from '@quincena/domain/transfers/rules'
import type { Db } from '../../../db/types.ts'
import { presentBrief } from '../../../treasury/transfers/presenters.ts'
import { auditedEntries, orderEvents } from '../../../treasury/transfers/queries/history.ts'
import { ofTarget, reviewFacts } from '../../../treasury/transfers/queries/review-facts.ts'
import { findTransfer } from '../../../treasury/transfers/queries/transfers.ts'
import { isInReview, type TransferRow } from '../../../treasury/transfers/rules.ts'
import { getTransfer } from './transfers.ts'

async function attemptsOf(db: Db, order: TransferRow): Promise<TransferDetail['attempts']> {
  const rows = await db
    .selectFrom('transfer')
    .selectAll()
    .where(ofTarget(order))
    .orderBy('attempt', 'desc')
    .limit(100)
    .execute()
  return rows.reverse().map((row) => {
    const { id, tracking_key, order_state, state, created_at } = presentBrief(row)
    const needs_review = isInReview(row)
    return { id, attempt: row.attempt, tracking_key, order_state, state, needs_review, created_at }
  })
}

/** Returns, for each way to resolve the order, the Spanish reason why it is not possible; null where it is possible. */
async function findBlockedResolutions(db: Db, row: TransferRow) {
  const order = await reviewFacts(db, row)
  const textOf = (resolution: Parameters<typeof resolutionBlocker>[0]) => {
    const code = resolutionBlocker(resolution, order)
    return code === null ? null : messageOf(code)
  }
  return { settled: textOf('settled'), returned: textOf('returned'), not_sent: textOf('not_sent') }
}

/** Returns an order with its history and attempts. `lender`: our name at STP. Throws 404 `transfer.not_found`. */
export async function getTransferDetail(db: Db, id: number, lender: string): Promise<TransferDetail> {
  const row = await findTransfer(db, id)
  const [order, entries, attempts, closed_ways] = await Promise.all([
    getTransfer(db, id, lender),
    auditedEntries(db, id),
    attemptsOf(db, row),
    findBlockedResolutions(db, row),
  ])
  return { ...order, events: orderEvents(row, entries), attempts, closed_ways }
}
