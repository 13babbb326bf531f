import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './types.ts'

/** PostgreSQL: shutting down, crashed, starting, no connection left, statement or idle limit; and the network's own. */
const codes = /^(57P0[1-5]|57014|53300|25P03|08...|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT)$/

/** What pg says, without a code, of a connection that ended or never came to be. */
const texts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended|timeout expired)/

/** The database, or whatever else an act needed, did not answer: the same call may do later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.test(String(error.code))) || texts.test(error.message)
}

const patienceMs = 60_000

/** Resolves when the database answers: it may start after us, or still recover. Any other error is thrown at once. */
export async function awaitDatabase(db: Kysely<Database>): Promise<void> {
  const until = performance.now() + patienceMs
  for (let wait_ms = 100; ; wait_ms = Math.min(2 * wait_ms, 2000)) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error
    }
    await sleep(wait_ms)
  }
}
