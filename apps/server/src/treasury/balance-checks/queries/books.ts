import { DOUBT_AFTER } from '@quincena/domain/transfers/rules'
import { type BooksAtInstant, UNCONFIRMED_FOR } from '@quincena/domain/treasury/balance-check'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { allTotals, inSnapshot, readMark } from '../../daily-totals/queries/kept-totals.ts'

/**
 * Reads our side of the balance at STP in one snapshot, in centavos. Orders count as in transit from the recorded answer
 * of STP until they settle or come back, whatever account they take the money from: a refund leaves the worker's balance
 * when it is ordered, but `stp_cash` only when it settles, so it is subtracted once, here.
 */
export function readBooks(db: Db | Trx, now: Temporal.Instant): Promise<BooksAtInstant> {
  return inSnapshot(db, async (snapshot) => {
    const { through_id } = await readMark(snapshot)
    const young = now.subtract(DOUBT_AFTER).toString()
    const received = now.subtract(UNCONFIRMED_FOR).toString()
    const { rows } = await sql<BooksAtInstant>`select
      (select coalesce(sum(debit - credit), 0) from ${allTotals(through_id)} as total
        where account = 'stp_cash')::bigint as cash,
      (select coalesce(sum(amount_cents), 0) from transfer
        where sent_at is not null and state is null)::bigint as transit,
      (select coalesce(sum(amount_cents), 0) from incoming_payment
        where stp_check = 'pending' and received_at > ${received}::timestamptz)::bigint as unconfirmed,
      (select coalesce(sum(amount_cents), 0) from transfer
        where status = 'unknown' and claimed_at > ${young}::timestamptz)::bigint as unanswered`.execute(
      snapshot,
    )
    const [row] = rows
    if (row === undefined) throw new Error('PostgreSQL returned no books')
    return row
  })
}

/** True if the books hold the opening balance: an admin posted it, or a check found both sides equal without one. */
export async function isOpened(db: Db | Trx): Promise<boolean> {
  const { rows } = await sql<{ is_opened: boolean }>`select
    exists (select from cash_movement where kind = 'opening' and reverses_id is null and reversed_at is null)
    or (not exists (select from cash_movement where kind = 'opening')
      and exists (select from balance_check where verdict = 'verified')) as is_opened`.execute(db)
  return rows[0]?.is_opened ?? false
}
