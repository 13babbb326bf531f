import { type Compilable, CompiledQuery, type ControlledTransaction, sql } from 'kysely'
import type { Database, Db, Trx } from '../../db/types.ts'

interface Source<Row> {
  /** Selects the ids of all rows of the list, in their order. */
  ids: Compilable<{ id: number }>
  /** Loads the full rows of one batch, in the order of the ids. */
  rows: (trx: Trx, ids: readonly number[]) => Promise<Row[]>
}

const batchRows = 1000

/**
 * Opens a read-only `repeatable read` transaction, which sees no later changes. It occupies a connection until it is
 * rolled back. If the reader pauses for 60 s, PostgreSQL ends it (`idle_in_transaction_session_timeout`).
 */
export async function takeSnapshot(db: Db): Promise<ControlledTransaction<Database>> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  // Every row is read, so the planner should optimize for the whole result, not for the first rows.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx)
  return trx
}

/**
 * Yields the rows of a query in batches of 1,000 over a cursor. Only one such query may run at a time in a transaction.
 */
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
 * Reads a list from one snapshot over a cursor, so that a file of any length needs the memory of one batch and contains
 * no row twice. It occupies a connection until the iteration ends or is abandoned.
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

/** Yields the same batches, and reads the next one while one is in use. */
export async function* readAhead<Batch>(batches: AsyncGenerator<Batch, void>): AsyncGenerator<Batch, void> {
  let next = batches.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true || value === undefined) return
      next = batches.next()
      // Its error is thrown where it is awaited, in the next turn; a reader that stops before does not want it.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await batches.return()
  }
}
