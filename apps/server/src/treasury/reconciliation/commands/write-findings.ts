import type { Day, Instant } from '@quincena/domain/dates'
import type { DifferenceKind, Side } from '@quincena/domain/reconciliation/compare'
import { sql } from 'kysely'
import type { Trx } from '../../../db/types.ts'

/** An order of a day as the comparison found it, and what does not agree. */
export interface Finding {
  order_type: 'E' | 'R'
  /** Of a sent order its tracking key; of a received one our payment, or STP's number without one. */
  order_key: string
  tracking_key: string | null
  transfer_id: number | null
  incoming_payment_id: number | null
  ours: Side | null
  stp: Side | null
  ledger: Side | null
  kinds: readonly DifferenceKind[]
}

export interface RunFacts {
  operation_date: Day
  run: number
  now: Instant
}

const columns = sql`order_type, order_key, tracking_key, transfer_id, incoming_payment_id, ours, stp, ledger`
const recordColumns = sql`order_type text, order_key text, tracking_key text, transfer_id bigint,
  incoming_payment_id bigint, ours jsonb, stp jsonb, ledger jsonb`

/** Deletes the orders of the day's last comparison. */
export async function clearOrders(trx: Trx, operation_date: Day): Promise<void> {
  await trx.deleteFrom('reconciliation_order').where('operation_date', '=', operation_date).execute()
}

async function writeOrders(trx: Trx, { operation_date }: RunFacts, findings: readonly Finding[]) {
  await sql`insert into reconciliation_order (operation_date, ${columns})
    select ${operation_date}, ${columns} from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb)
      as found (${recordColumns})`.execute(trx)
}

/**
 * Inserts or updates the differences and returns how many are new or open again. A difference that an admin closed stays
 * closed; one that had disappeared is open again.
 */
async function writeDifferences(trx: Trx, facts: RunFacts, findings: readonly Finding[]): Promise<number> {
  const differences = findings.flatMap(({ kinds, ...order }) => kinds.map((kind) => ({ ...order, kind })))
  if (differences.length === 0) return 0
  const { operation_date, run, now } = facts
  const { rows } = await sql<{ is_opened: boolean }>`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as found (kind text, ${recordColumns})
    ), before as (
      select known.id from reconciliation_difference as known
      join found using (order_type, kind, order_key)
      where known.operation_date = ${operation_date} and (known.closed_at is null or known.closed_by is not null)
    ), written as (
      insert into reconciliation_difference (operation_date, kind, ${columns}, found_at, seen_at, seen_run)
      select ${operation_date}, kind, ${columns}, ${now}::timestamptz, ${now}::timestamptz, ${run} from found
      on conflict (operation_date, order_type, kind, order_key) do update set
        tracking_key = excluded.tracking_key, transfer_id = excluded.transfer_id,
        incoming_payment_id = excluded.incoming_payment_id, ours = excluded.ours, stp = excluded.stp,
        ledger = excluded.ledger, seen_at = excluded.seen_at, seen_run = excluded.seen_run,
        closed_at = case when reconciliation_difference.closed_by is null then null
          else reconciliation_difference.closed_at end
      returning id
    )
    select id not in (select id from before) as is_opened from written`.execute(trx)
  return rows.filter(({ is_opened }) => is_opened).length
}

/** Writes a part of the day's orders and their differences; returns how many differences are new or open again. */
export async function writeFindings(
  trx: Trx,
  facts: RunFacts,
  findings: readonly Finding[],
): Promise<number> {
  await writeOrders(trx, facts, findings)
  return writeDifferences(trx, facts, findings)
}

/** Closes the open differences that this run no longer found, and returns their number. */
export async function closeUnseen(trx: Trx, { operation_date, run, now }: RunFacts): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('reconciliation_difference')
    .set({ closed_at: now })
    .where('operation_date', '=', operation_date)
    .where('closed_at', 'is', null)
    .where('seen_run', '<>', run)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
