import { businessDay, type Day } from '@quincena/domain/dates'
import { uncoveredDues } from '@quincena/domain/loans/figures'
import { PAYABLE_STATES } from '@quincena/domain/loans/rules'
import { isoOf } from '../../../command/clock.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isClear } from '../../loans/queries/clarification.ts'
import { loadLoans } from '../../loans/queries/position.ts'

const loansPerBatch = 1000

interface DueSum {
  /** In centavos. */
  amount: number
  loans: number
}

/** Adds what the next loans after an id have to pay from `today` on; returns the last id, null after the last batch. */
async function addBatch(db: Db, sums: Map<Day, DueSum>, { after, today }: { after: number; today: Day }) {
  const loans = await db
    .selectFrom('loan')
    .selectAll()
    .where('state', 'in', PAYABLE_STATES)
    .where(isClear('loan'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(loansPerBatch)
    .execute()
  for (const { position } of (await loadLoans(db, loans)).values())
    for (const { due_date, amount } of uncoveredDues(position)) {
      if (due_date < today) continue
      const sum = sums.get(due_date) ?? { amount: 0, loans: 0 }
      sums.set(due_date, { amount: sum.amount + amount, loans: sum.loans + 1 })
    }
  return loans.length < loansPerBatch ? null : (loans.at(-1)?.id ?? null)
}

/**
 * Counts anew what the loans in force have to pay on each due date from today on, and replaces the earlier count. Loans
 * in clarification are left out, because nothing of them falls due. May run at any hour and twice; of two servers that
 * count at once the second waits and its count stays.
 */
export async function sumDueDates(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const today = businessDay(deps.clock())
  const sums = new Map<Day, DueSum>()
  let after: number | null = 0
  while (after !== null) after = await addBatch(deps.db, sums, { after, today })
  const computed_at = isoOf(deps.clock())
  const rows = [...sums].map(([due_date, { amount, loans }]) => ({
    ...{ due_date, amount_cents: amount, loans, computed_at },
  }))
  await deps.db.transaction().execute(async (trx) => {
    // Without it, two servers that start together would both insert the rows that neither saw when it deleted.
    await takeLock(trx, 'due_date_sums')
    await trx.deleteFrom('due_date_sum').execute()
    if (rows.length > 0) await trx.insertInto('due_date_sum').values(rows).execute()
  })
}
