/** PostgreSQL: shutting down, crashed, starting, no connection left, statement or idle limit; the network; the files. */
const codes =
  /^(57P0[1-5]|57014|53300|25P03|08...|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|E_CANNOT_(READ|WRITE)_FILE)$/

/** What pg says, without a code, of a connection that ended or never came to be. */
const texts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended|timeout expired)/

/** The database, or the store of files, did not answer: the same call may do later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.test(String(error.code))) || texts.test(error.message)
}
