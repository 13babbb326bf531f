import { type Compilable, CompiledQuery, type ControlledTransaction, sql } from 'kysely'
import type { Database } from '../../db/types.ts'
import type { Db, Trx } from '../deps.ts'

interface Source<Row> {
  /** All rows asked for, in their order, by number alone. */
  ids: Compilable<{ id: number }>
  /** Those of a batch, whole, in the order of the numbers. */
  rows: (trx: Trx, ids: readonly number[]) => Promise<Row[]>
}

const batchRows = 500

/**
 * Takes a snapshot to read from: what changes meanwhile is not in it. It keeps a connection until it is rolled back;
 * who stops reading for a minute loses it (`idle_in_transaction_session_timeout`).
 */
export async function takeSnapshot(db: Db): Promise<ControlledTransaction<Database>> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  // All of it is read: the plan that is fastest to its first rows is not the one wanted.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx)
  return trx
}

/** The rows of a query over a cursor, one query at a time in a transaction. */
export async function* fetchRows<Row>(trx: Trx, query: Compilable<Row>): AsyncGenerator<Row[], void> {
  const { sql: text, parameters } = query.compile()
  await trx.executeQuery(CompiledQuery.raw(`declare exported no scroll cursor for ${text}`, [...parameters]))
  while (true) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchRows)} from exported`.execute(trx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close exported`.execute(trx)
}

/**
 * Reads a list from one snapshot over a cursor, so that a file of any length needs one batch of memory and holds no row
 * twice. It keeps a connection until it is read to its end or left.
 */
export async function* readInBatches<Row>(db: Db, { ids, rows }: Source<Row>): AsyncGenerator<Row[], void> {
  const trx = await takeSnapshot(db)
  try {
    for await (const batch of fetchRows(trx, ids)) {
      yield await rows(
        trx,
        batch.map(({ id }) => id),
      )
    }
  } finally {
    await trx.rollback().execute()
  }
}
