import type { Day } from '@quincena/domain/dates'
import type { Db, Trx } from '../../../db/types.ts'

interface Page {
  day: Day
  /** The id after which the page begins. */
  after: number
  size: number
}

/**
 * The ids of the next loans with an installment due on the day, in order, whatever their state: one page of the index
 * `installment_due`. Fewer than `size` are the last page.
 */
export async function pageOfDueLoans(db: Db | Trx, { day, after, size }: Page): Promise<number[]> {
  const rows = await db
    .selectFrom('installment')
    .select('loan_id')
    .distinct()
    .where('due_date', '=', day)
    .where('loan_id', '>', after)
    .orderBy('loan_id')
    .limit(size)
    .execute()
  return rows.map(({ loan_id }) => loan_id)
}
