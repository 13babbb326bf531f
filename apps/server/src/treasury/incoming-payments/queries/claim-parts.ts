import type { Cents } from '@quincena/domain/money'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'

/** What a worker used of received money, and was charged of it. */
interface ClaimPart {
  incoming_payment_id: number
  user_id: number
  name: string
  used: Cents
  charged: Cents
}

const useKinds = [
  'payment',
  'payment_reversed',
  'receipt_to_worker',
  'receipt_to_worker_reversed',
  'collections_moved',
]

/** What each worker used of these incoming payments and was charged of them, in centavos, by the ledger. */
export async function readClaimParts(db: Db | Trx, ids: readonly number[]): Promise<ClaimPart[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ClaimPart>`
    select part.*, worker.name
    from (
      select entry.incoming_payment_id, coalesce(entry.user_id, loan.user_id) as user_id,
        coalesce(sum(case 'unapplied_receipts' when entry.debit_account then entry.amount_cents else -entry.amount_cents end)
          filter (where entry.kind = any(${useKinds})), 0)::bigint as used,
        coalesce(sum(entry.amount_cents) filter (where entry.kind = 'claim_charged'), 0)::bigint as charged
      from ledger_entry as entry left join loan_summary as loan on loan.id = entry.loan_id
      where entry.incoming_payment_id = any(${ids}) and entry.kind = any(${[...useKinds, 'claim_charged']})
      group by 1, 2
    ) as part join user_summary as worker on worker.id = part.user_id
    order by part.user_id`.execute(db)
  return rows
}
