import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'

/**
 * True for a loan in clarification: its payout came back, or an order of it is in review or contested (the view
 * `loan_clarification`). Nothing falls due meanwhile. `loan` is the name or alias of the table of loans; the form serves
 * a list as well as a single row.
 */
export const isInClarification = (loan: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${loan}.id`)} in (select id from loan_clarification)`

/** The opposite of `isInClarification`. */
export const isClear = (loan: string): RawBuilder<boolean> => sql<boolean>`not ${isInClarification(loan)}`

/** True if one loan is in clarification. */
export async function hasClarification(db: Db | Trx, loan_id: number): Promise<boolean> {
  const query = db.selectFrom('loan_clarification').select('id').where('id', '=', loan_id)
  return (await query.executeTakeFirst()) !== undefined
}
