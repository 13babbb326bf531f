import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { needsReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'

const idsInReview = sql<number>`(
  select loan_id from transfer where loan_id is not null and ${needsReview('transfer')})`

/**
 * True for a loan of which an order is in review or contested. Finds these loans, which are few, by their ids: the array
 * keeps PostgreSQL from reading all loans.
 */
export const isInReview = (loan: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${loan}.id`)} = any(array${idsInReview})`

/**
 * True for a loan in clarification: its payout came back, or an order of it is in review or contested (the view
 * `loan_clarification`). Nothing falls due meanwhile. `loan` is the name or alias of the table of loans. A mark of the
 * rows of a query, which does not read the loans whose payout came back: they are many.
 */
export const isInClarification = (loan: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${loan}.state`)} = 'payout_returned' or ${sql.ref(`${loan}.id`)} in ${idsInReview})`

/** The opposite of `isInClarification`. */
export const isClear = (loan: string): RawBuilder<boolean> => sql<boolean>`not ${isInClarification(loan)}`

/** True if one loan is in clarification. */
export async function hasClarification(db: Db | Trx, loan_id: number): Promise<boolean> {
  const query = db.selectFrom('loan_clarification').select('id').where('id', '=', loan_id)
  return (await query.executeTakeFirst()) !== undefined
}
