import type { StpOutcome } from '@quincena/domain/mexico/stp-states'
import {
  DOUBT_AFTER,
  TRANSFER_STATES,
  TRANSFER_STATUSES,
  type TransferStates,
} from '@quincena/domain/transfers/rules'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/types.ts'

const anyOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`

/**
 * The SQL form of a set of order states, for a table name or alias. The values are literals, so that PostgreSQL can use
 * the partial indexes with the same condition.
 */
export function isTransferIn(of: string, states: TransferStates): RawBuilder<boolean> {
  const isOutcome = (state: StpOutcome | null) =>
    state === null
      ? sql`${sql.ref(`${of}.state`)} is null`
      : sql`${sql.ref(`${of}.state`)} = ${sql.lit(state)}`
  const conditions = TRANSFER_STATUSES.flatMap((status) => {
    const outcomes = states[status] ?? []
    if (outcomes.length === 0) return []
    const isStatus = sql`${sql.ref(`${of}.status`)} = ${sql.lit(status)}`
    const isWhole = outcomes.length === TRANSFER_STATES[status].length
    return [isWhole ? isStatus : sql`(${isStatus} and ${anyOf(outcomes.map(isOutcome))})`]
  })
  return anyOf(conditions)
}

/**
 * True if an admin must state what happened to the money, for a table name or alias: the order is in review or
 * contested.
 */
export const needsReview = (of: string) =>
  sql<boolean>`(${sql.ref(`${of}.status`)} = 'review' or ${sql.ref(`${of}.contested_at`)} is not null)`

/**
 * True if nobody knows where an order's money is, for a table name or alias: it needs a review, or STP's answer is
 * missing for ten minutes.
 */
export const isInDoubt = (of: string, now: Temporal.Instant) =>
  sql<boolean>`(${needsReview(of)} or (${sql.ref(`${of}.status`)} = 'unknown'
    and ${sql.ref(`${of}.claimed_at`)} <= ${now.subtract(DOUBT_AFTER).toString()}::timestamptz))`

/** True if an order waits because of the limit of its purpose and day, for a table name or alias. */
export const isHeld = (of: string) =>
  sql<boolean>`(${sql.ref(`${of}.status`)} = 'pending' and ${sql.ref(`${of}.held_reason`)} is not null)`

/** Returns true if one of the loan's orders is in review or contested. */
export async function hasReview(db: Kysely<Database>, loan_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('transfer')
    .select('id')
    .where('loan_id', '=', loan_id)
    .where(needsReview('transfer'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
