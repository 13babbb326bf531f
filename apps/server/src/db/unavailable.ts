import { isStaleStatement } from './prepare-statements.ts'

/**
 * Codes of PostgreSQL (shutdown, crash, start, no connections left, statement or idle limit, a primary that has become a
 * replica), network and file errors.
 */
const codes =
  /^(57P0[1-5]|57014|53300|25P03|25006|08...|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|E_CANNOT_(READ|WRITE)_FILE)$/

/** Texts of pg's errors without a code: a connection ended or could not be opened. */
const texts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended|timeout expired)/

/**
 * True if the database or the file storage did not answer, or a prepared statement was made before a migration, so the
 * same request may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    isStaleStatement(error) ||
    ('code' in error && codes.test(String(error.code))) ||
    texts.test(error.message)
  )
}
