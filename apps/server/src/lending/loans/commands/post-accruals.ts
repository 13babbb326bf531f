import { addDays, type Day, isMonthEnd } from '@quincena/domain/dates'
import { booksOn } from '@quincena/domain/loans/books'
import { PAYABLE_STATES } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { movesBetween, writePostings } from '../../../treasury/ledger/commands.ts'
import { type LoadedLoan, loadLoans } from '../queries/position.ts'
import type { LoanRow } from './move-loan.ts'

/** Fewer than the other steps take: this one waits for locked loans while it holds the locks of others. */
const loansPerBatch = 2000

/** The loans of a day after an id. */
interface Batch {
  day: Day
  after: number
}

/**
 * Locks the next loans whose books end before `day`: all of them at a month's end, else those with an installment due on
 * it. The locks are taken in order of id.
 */
function lockBatch(trx: Trx, { day, after }: Batch): Promise<LoanRow[]> {
  return trx
    .selectFrom('loan')
    .selectAll()
    .where('state', 'in', PAYABLE_STATES)
    .where('booked_day', '<', day)
    .where('id', '>', after)
    .$if(!isMonthEnd(day), (due) =>
      due.where('id', 'in', (rows) =>
        rows
          .selectFrom('installment')
          .select('loan_id')
          .where('due_date', '=', day)
          .where('loan_id', '>', after),
      ),
    )
    .orderBy('id')
    .limit(loansPerBatch)
    .forNoKeyUpdate()
    .execute()
}

/** The posting of what a loan has accrued from the end of its booked day to the end of `day`. */
function accrualOf({ id, booked_day }: LoanRow, { position, tax }: LoadedLoan, day: Day) {
  const from = booksOn(position, booked_day ?? day, tax)
  const to = booksOn(position, day, tax)
  const moves = movesBetween({ from, to, tax_added: tax.tax_added, money: 0 })
  return { loan_id: id, cause: { accrual_day: day }, moves }
}

/** The number of loans that a batch booked, and the id after which the next one begins; null after the last batch. */
interface Booked {
  count: number
  next: number | null
}

/** Posts one batch of a day. */
async function postBatch(deps: Pick<Deps, 'clock'>, trx: Trx, at: Batch): Promise<Booked> {
  const { day } = at
  const loans = await lockBatch(trx, at)
  const loaded = await loadLoans(trx, loans)
  const postings = loans.flatMap((loan) => {
    const one = loaded.get(loan.id)
    return one === undefined ? [] : [accrualOf(loan, one, day)]
  })
  await writePostings(deps, trx, postings)
  const ids = loans.map(({ id }) => id)
  await trx
    .updateTable('loan')
    .set({ booked_day: day })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return { count: ids.length, next: ids.length < loansPerBatch ? null : (ids.at(-1) ?? null) }
}

/**
 * Posts the interest that loans accrued until each due date and month end that is not booked yet, up to `today`
 * (lending.md §6); returns how often it booked a loan. Each batch is a transaction, so a run that was cut goes on where
 * it ended, and a second run posts nothing.
 */
export async function postAccruals(deps: Pick<Deps, 'db' | 'clock'>, today: Day): Promise<number> {
  const { first } = await deps.db
    .selectFrom('loan')
    .select((min) => min.fn.min('booked_day').as('first'))
    .where('state', 'in', PAYABLE_STATES)
    .executeTakeFirstOrThrow()
  let booked = 0
  if (first === null) return booked
  for (let day = addDays(first, 1); day <= today; day = addDays(day, 1)) {
    let after: number | null = 0
    while (after !== null) {
      const at: Batch = { day, after }
      const batch: Booked = await deps.db.transaction().execute((trx) => postBatch(deps, trx, at))
      booked += batch.count
      after = batch.next
    }
  }
  return booked
}
