import type { Day } from '@quincena/domain/dates'
import type { DoubtedOrder } from '@quincena/domain/reconciliation/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { isInDoubt } from '../../transfers/queries/transfer-predicates.ts'

/** Counts the orders of a day that are in doubt now, and adds up their centavos. */
export async function countDoubts(
  db: Db | Trx,
  operation_date: Day,
  now: Temporal.Instant,
): Promise<{ count: number; amount: number }> {
  return db
    .selectFrom('transfer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('amount'))
    .where('operation_date', '=', operation_date)
    .where(isInDoubt('transfer', now))
    .executeTakeFirstOrThrow()
}

/** Selects the orders of a day that are in doubt now, with their loans, oldest first. */
export function doubtsOf(db: Db | Trx, operation_date: Day, now: Temporal.Instant) {
  return db
    .selectFrom('transfer')
    .leftJoin('loan_summary as loan', 'loan.id', 'transfer.loan_id')
    .select(['transfer.id', 'transfer.tracking_key', 'transfer.amount_cents as amount'])
    .select(sql<string | null>`transfer.failure_message`.as('reason'))
    .select(
      sql<string>`coalesce(transfer.contested_at, transfer.claimed_at, transfer.created_at)`.as('since'),
    )
    .select(['loan.id as loan', 'loan.type as loan_type', 'loan.folio as loan_folio'])
    .where('transfer.operation_date', '=', operation_date)
    .where(isInDoubt('transfer', now))
    .orderBy('transfer.id')
    .$castTo<DoubtedOrder>()
}
