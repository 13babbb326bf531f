import { stpOutcome, stpReturnCause } from '@quincena/domain/mexico/stp-states'
import type { StpMessage, stpMessageQuery } from '@quincena/domain/transfers/detail'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { Database, Db } from '../../../db/types.ts'
import { countRows, readPage } from '../../../http/pagination.ts'
import type { TransferRow } from '../rules.ts'
import { findTransfer } from './transfers.ts'

/**
 * True for every message about an order, so that the tables of earlier months are left out: none came before the order was
 * made, by the clocks of two servers that differ by less than a day. As text, the instant is a timestamp at run time only;
 * PostgreSQL would plan the statement anew at each call to leave out tables by a timestamp.
 */
const sinceOrder = ({ created_at }: Pick<TransferRow, 'created_at'>) =>
  sql<boolean>`received_at >= ${isoOf(Temporal.Instant.from(created_at).subtract({ hours: 24 }))}::text::timestamptz`

/**
 * Reads a page and counts all rows only if there may be others: an order has a few messages, and each statement costs the
 * more the more months there are.
 */
async function readMessages<Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  input: { page: number; page_size: number },
) {
  if (input.page > 1) return readPage(query, input)
  const rows = await query.limit(input.page_size).execute()
  return { rows, count: rows.length < input.page_size ? rows.length : await countRows(query) }
}

/** Lists STP's callbacks about an order by page, newest first. Throws 404 `transfer.not_found`. */
export async function listMessages(
  db: Db,
  transfer_id: number,
  input: z.output<typeof stpMessageQuery>,
): Promise<{ count: number; rows: StpMessage[] }> {
  const order = await findTransfer(db, transfer_id)
  const query = db
    .selectFrom('stp_message')
    .where('transfer_id', '=', transfer_id)
    .where(sinceOrder(order))
    .select(['id', 'received_at', 'outcome'])
    .select([
      sql<string | null>`body ->> 'estado'`.as('stated'),
      sql<string | null>`body ->> 'causaDevolucion'`.as('cause'),
      sql<string | null>`host(ip)`.as('ip'),
    ])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
  const { count, rows } = await readMessages(query, input)
  const read = rows.map(({ cause, ...row }) => ({
    ...row,
    state: row.stated === null ? null : stpOutcome(row.stated),
    return_cause: stpReturnCause(cause),
  }))
  return { count, rows: read }
}
