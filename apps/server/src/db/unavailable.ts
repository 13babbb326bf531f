import { isStaleStatement } from './prepare-statements.ts'
import { LateError } from './within.ts'

/**
 * Codes of PostgreSQL (shutdown, crash, start, no connections left, statement or idle limit, a primary that has become a
 * replica), network and file errors.
 */
const codes = /^(57014|53300|25P03|25006|57P0[45]|E_CANNOT_(READ|WRITE)_FILE)$/

/** Codes of a server that shuts down, starts or cannot be reached. */
const lostCodes =
  /^(57P0[1-3]|08...|ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)$/

/** Texts of pg's errors without a code: a connection ended or could not be opened. */
const lostTexts =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Connection ended|timeout expired)/

/** Text of the pool: no connection became free. */
const poolText = 'timeout exceeded when trying to connect'

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** True if no connection of the pool became free in time. */
export const isPoolFull = (error: unknown): boolean => error instanceof Error && error.message === poolText

/** True if a new connection did not come about in time. */
export const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Connection terminated due to connection timeout|timeout expired)/.test(error.message)

/** True if a pooler refuses a setting of the connection, as it will each time. */
export const isParameterRefused = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter')

/** True if the server could not be reached, or the connection to it ended. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  !isParameterRefused(error) &&
  (lostCodes.test(codeOf(error)) || lostTexts.test(error.message))

/**
 * True if the database or the file storage did not answer, or a prepared statement was made before a migration, so the
 * same request may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    isStaleStatement(error) ||
    isConnectionLost(error) ||
    isPoolFull(error) ||
    error instanceof LateError ||
    codes.test(codeOf(error))
  )
}
