import type { MessageCode } from '@quincena/domain/messages'
import type { Cents } from '@quincena/domain/money'
import { MOVING_TRANSFERS } from '@quincena/domain/transfers/rules'
import { refundProblem } from '@quincena/domain/worker-balances/rules'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { findPayee } from '../../transfers/queries/payee.ts'
import { isTransferIn, needsReview } from '../../transfers/queries/transfer-predicates.ts'
import { findAccountObstacle } from '../../verifications/queries/find-verification.ts'
import { accountOf } from '../../worker-accounts/queries/account.ts'

/**
 * The part of a worker's balance, in centavos, that payments brought whose money is still to be proved. The bank's money
 * must be certain before it leaves through STP.
 */
async function unprovedOf(db: Db | Trx, user_id: number): Promise<Cents> {
  const { unproved } = await db
    .selectFrom('payment_remainder')
    .select(sql<number>`coalesce(sum(remainder_cents), 0)::bigint`.as('unproved'))
    .where('user_id', '=', user_id)
    .where('is_unproved', '=', true)
    .executeTakeFirstOrThrow()
  return unproved
}

async function openOrdersOf(db: Db | Trx, user_id: number) {
  const refunds = db
    .selectFrom('transfer')
    .select('id')
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'refund')
    .where(sql<boolean>`(${isTransferIn('transfer', MOVING_TRANSFERS)} or ${needsReview('transfer')})`)
  const payouts = db
    .selectFrom('loan_summary')
    .select('id')
    .where('user_id', '=', user_id)
    .where('has_open_transfer', '=', true)
  return {
    has_open_refund: (await refunds.limit(1).executeTakeFirst()) !== undefined,
    has_open_payout: (await payouts.limit(1).executeTakeFirst()) !== undefined,
  }
}

/** A part of a worker's balance, in centavos. */
export interface RefundPart {
  user_id: number
  amount_cents: Cents
}

/**
 * Returns why a part of a worker's balance cannot be refunded now; null if it can. Every request and every release of a
 * refund asks here, with the worker locked.
 */
export async function findRefundObstacle(
  db: Db | Trx,
  step: 'request' | 'release',
  { user_id, amount_cents: amount }: RefundPart,
): Promise<{ code: MessageCode; detail?: string } | null> {
  const account = (await findPayee(db, user_id))?.account
  return refundProblem(step, {
    amount,
    // The balance first: a rest that arrives between the two readings is then only in the second.
    ...(await accountOf(db, user_id)),
    unproved: await unprovedOf(db, user_id),
    has_account: account !== undefined,
    account_obstacle: account === undefined ? null : await findAccountObstacle(db, { user_id, account }),
    ...(await openOrdersOf(db, user_id)),
  })
}
