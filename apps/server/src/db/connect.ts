import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './types.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (instant) => new Date(instant).toISOString())

/** One pool for the process; `destroy()` ends it. */
export function connect(url: string, max = 20): Kysely<Database> {
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'quincena' })
  // An idle connection that the database closes must not end the process; the next query opens another.
  pool.on('error', () => undefined)
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
