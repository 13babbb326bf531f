import { type Compilable, CompiledQuery, sql } from 'kysely'
import type { Db, Trx } from '../deps.ts'

interface Source<Row> {
  /** All rows asked for, in their order, by number alone. */
  ids: Compilable<{ id: number }>
  /** Those of a batch, whole, in the order of the numbers. */
  rows: (trx: Trx, ids: readonly number[]) => Promise<Row[]>
}

const batchRows = 500

/**
 * Reads a list from one snapshot over a cursor, so that a file of any length needs one batch of memory and holds no row
 * twice. It keeps a connection until it is read to its end or left; who stops reading for a minute loses it
 * (`idle_in_transaction_session_timeout`).
 */
export async function* readInBatches<Row>(db: Db, { ids, rows }: Source<Row>): AsyncGenerator<Row[], void> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const query = ids.compile()
    // All of it is read: the plan that is fastest to its first rows is not the one wanted.
    await sql`set local cursor_tuple_fraction = 1`.execute(trx)
    await trx.executeQuery(
      CompiledQuery.raw(`declare exported no scroll cursor for ${query.sql}`, [...query.parameters]),
    )
    while (true) {
      const batch = await sql<{ id: number }>`fetch ${sql.lit(batchRows)} from exported`.execute(trx)
      if (batch.rows.length === 0) return
      yield await rows(
        trx,
        batch.rows.map(({ id }) => id),
      )
    }
  } finally {
    await trx.rollback().execute()
  }
}
