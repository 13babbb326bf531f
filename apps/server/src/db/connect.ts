import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { isUnavailable } from '../lib/unavailable.ts'
import { reasonOf } from './database-fault.ts'
import type { Database } from './types.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (instant) => new Date(instant).toISOString())

const limits = {
  /** To wait for a connection: a database that does not answer is an error, not a queue. */
  connectionTimeoutMillis: 15_000,
  /** A transaction whose process hangs, or whose machine is gone, lets go of its locks. */
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
} as const

// The database may close a connection at any time: whoever uses it gets the error from their query.
const ignore = () => undefined

/** One pool for the process; `destroy()` ends it. Without `statement_timeout_ms` a statement may take any time. */
export function connect(url: string, max = 20, statement_timeout_ms = 0): Kysely<Database> {
  const pool = new pg.Pool({
    ...limits,
    connectionString: url,
    max,
    application_name: 'quincena',
    statement_timeout: statement_timeout_ms,
  })
  // Of an idle connection the pool tells; of one in use, between two statements of a transaction, nobody else does,
  // and an error event that nobody hears ends the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

const patienceMs = 60_000

/**
 * Resolves when the database answers: it may start after us, or still recover; the log has a line for each try. After
 * 60 s, and at any other error at once, throws that error.
 */
export async function awaitDatabase(
  db: Kysely<Database>,
  log: { warn: (line: string) => void },
): Promise<void> {
  const until = performance.now() + patienceMs
  for (let wait_ms = 100; ; wait_ms = Math.min(2 * wait_ms, 2000)) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (!(error instanceof Error && isUnavailable(error)) || performance.now() > until) throw error
      log.warn(`waiting for the database: ${reasonOf(error)}`)
    }
    await sleep(wait_ms)
  }
}
