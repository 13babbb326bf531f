import { sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { TransferRow } from '../rules.ts'

/** Returns the stored row of an order. Throws 404 `transfer.not_found`. */
export async function findTransfer(db: Db | Trx, id: number): Promise<TransferRow> {
  const row = await db.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('transfer.not_found', 404)
  return row
}

/** Returns the stored row of the order with a tracking key. Throws 404 `transfer.not_found`. */
export async function findTransferByKey(db: Db, tracking_key: string): Promise<TransferRow> {
  const row = await db
    .selectFrom('transfer')
    .selectAll()
    .where('tracking_key', '=', tracking_key)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('transfer.not_found', 404)
  return row
}

/** The next step of an order: sending it, or a query with one of these purposes. */
export type TransferNeed = 'send' | 'unknown' | 'confirm' | 'transit'

/**
 * Returns the orders that are due: to send, to query because no answer came, to confirm a callback, or to query because
 * no callback reported the end. At most `limit` of each kind.
 */
export async function dueTransfers(db: Db, now: Temporal.Instant, limit: number) {
  const before = (seconds: number) => now.subtract({ seconds }).toString()
  const dueAs = (need: TransferNeed) =>
    db
      .selectFrom('transfer')
      .select(['id', 'operation_date', 'purpose'])
      .select(sql<TransferNeed>`${need}::text`.as('need'))
  const pending = dueAs('send')
    .where('status', '=', 'pending')
    .where('created_at', '<=', before(10))
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now.toString())]))
  // The first query is 30 seconds after the call, twice its time-out. The pause then grows to one hour, because STP
  // answers 100 queries an hour.
  const unknown = dueAs('unknown')
    .where('status', '=', 'unknown')
    .where(
      sql<boolean>`greatest(claimed_at, asked_at)
        + least(interval '1 hour',
            greatest(interval '30 seconds', (greatest(claimed_at, asked_at) - claimed_at) / 2)) <= ${now.toString()}`,
    )
  // Callbacks that wait for STP's confirmation: queried after one minute, then after growing pauses of at most 15
  // minutes.
  const unconfirmed = dueAs('confirm')
    .where('status', 'in', ['sent', 'review', 'duplicate'])
    .where(
      sql<boolean>`id in (
        select queried.id from stp_message as message join transfer as queried on queried.id = message.transfer_id
        where message.outcome = 'to_confirm' group by queried.id
        having coalesce(asked_at + least(interval '15 minutes',
          greatest(interval '1 minute', (asked_at - min(message.received_at)) / 2)) <= ${now.toString()}, true))`,
    )
  // Lost callbacks: an order in transit is queried after ten minutes, then after growing pauses of at most six hours.
  const unreported = dueAs('transit')
    .where('status', '=', 'sent')
    .where('state', 'is', null)
    .where(
      sql<boolean>`greatest(sent_at, asked_at)
        + greatest(interval '10 minutes', least(interval '6 hours', (greatest(sent_at, asked_at) - sent_at) / 2))
        <= ${now.toString()}`,
    )
  // Each kind has its own limit, so orders that wait for the end of a pause do not block the queries.
  const some = (kind: typeof pending) => db.selectFrom(kind.orderBy('id').limit(limit).as('due')).selectAll()
  return some(pending)
    .unionAll(some(unknown))
    .unionAll(some(unconfirmed))
    .unionAll(some(unreported))
    .execute()
}
