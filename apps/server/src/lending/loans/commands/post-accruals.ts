import { addDays, type Day, isMonthEnd } from '@quincena/domain/dates'
import { booksOn } from '@quincena/domain/loans/books'
import { PAYABLE_STATES } from '@quincena/domain/loans/rules'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writePostings } from '../../../treasury/ledger/commands.ts'
import { movesBetween } from '../../../treasury/ledger/rules.ts'
import { pageOfDueLoans } from '../queries/due-loans.ts'
import { type LoadedLoan, loadLoans } from '../queries/position.ts'
import type { LoanRow } from './move-loan.ts'

/** Fewer than the other steps take: this one waits for locked loans while it holds the locks of others. */
const loansPerBatch = 2000

/** The loans of a day after an id. */
interface Batch {
  day: Day
  after: number
}

/** Locks those of a day's loans that are not booked until it, in order of id. */
function lockUnbooked(trx: Trx, day: Day) {
  return trx
    .selectFrom('loan')
    .selectAll()
    .where('state', 'in', PAYABLE_STATES)
    .where('booked_day', '<', day)
    .orderBy('id')
    .forNoKeyUpdate()
}

/**
 * Locks the next loans whose books end before `day`: all of them at a month's end, else those with an installment due on
 * it. Also says after which id the next batch begins; null after the last one.
 */
async function lockBatch(
  trx: Trx,
  { day, after }: Batch,
): Promise<{ loans: LoanRow[]; next: number | null }> {
  const size = loansPerBatch
  if (isMonthEnd(day)) {
    const loans = await lockUnbooked(trx, day).where('id', '>', after).limit(size).execute()
    return { loans, next: loans.length < size ? null : (loans.at(-1)?.id ?? null) }
  }
  const ids = await pageOfDueLoans(trx, { day, after, size })
  const loans = await lockUnbooked(trx, day).where('id', 'in', ids).execute()
  return { loans, next: ids.length < size ? null : (ids.at(-1) ?? null) }
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
  const { loans, next } = await lockBatch(trx, at)
  if (loans.length === 0) return { count: 0, next }
  const loaded = await loadLoans(trx, loans)
  const postings = loans.flatMap((loan) => {
    const one = loaded.get(loan.id)
    return one === undefined ? [] : [accrualOf(loan, one, day)]
  })
  await writePostings(deps, trx, postings)
  const ids = loans.map(({ id }) => id)
  await trx.updateTable('loan').set({ booked_day: day }).where('id', 'in', ids).execute()
  return { count: ids.length, next }
}

/** The due dates and month ends after the first booked day, up to `today`, on which a loan is not booked yet, in order. */
async function unbookedDays(db: Db, today: Day): Promise<Day[]> {
  const { first } = await db
    .selectFrom('loan')
    .select((min) => min.fn.min('booked_day').as('first'))
    .where('state', 'in', PAYABLE_STATES)
    .executeTakeFirstOrThrow()
  if (first === null) return []
  const dues = await db
    .selectFrom('installment')
    .select('due_date')
    .distinct()
    .where('due_date', '>', first)
    .where('due_date', '<=', today)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('loan')
          .whereRef('loan.id', '=', 'loan_id')
          .where('state', 'in', PAYABLE_STATES)
          .whereRef('booked_day', '<', 'due_date'),
      ),
    )
    .execute()
  const days = new Set(dues.map(({ due_date }) => due_date))
  for (let day = addDays(first, 1); day <= today; day = addDays(day, 1)) if (isMonthEnd(day)) days.add(day)
  return [...days].toSorted()
}

/**
 * Posts the interest that loans accrued until each due date and month end that is not booked yet, up to `today`
 * (lending.md §6); returns how often it booked a loan. Each batch is a transaction, so a run that was cut goes on where
 * it ended, and a second run posts nothing.
 */
export async function postAccruals(deps: Pick<Deps, 'db' | 'clock'>, today: Day): Promise<number> {
  let booked = 0
  for (const day of await unbookedDays(deps.db, today)) {
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
