import pg from 'pg'
import { isStaleStatement, type Names } from './prepare-statements.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** A statement that is being sent, of pg's class `Query`, whose types tell only `submit`. */
interface Part {
  text: string
  values?: readonly unknown[]
  name?: string
  submit: (connection: pg.Connection) => Error | null
  handleRowDescription: (message: unknown) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: pg.Connection) => void
  handleEmptyQuery: (connection: pg.Connection) => void
  handleReadyForQuery: (connection: pg.Connection) => void
  handleError: (error: unknown, connection: pg.Connection) => void
}

/** The names of statements that a connection has prepared, or has been asked to prepare. */
interface Prepared {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

const ignore = () => undefined

/**
 * The connection without `sync`: a statement sends its messages through it and does not end them. Without `close` neither:
 * pg closes a prepared statement whose values it cannot write, and would use it again.
 */
const withoutSync = (connection: pg.Connection): pg.Connection =>
  Object.create(connection, { sync: { value: ignore }, close: { value: ignore } })

/**
 * Several statements in one message with one answer, as the extended protocol allows: PostgreSQL runs them in order, each
 * with its own snapshot, and after the first that fails none of the later ones.
 */
class Message implements pg.Submittable {
  readonly #parts: readonly Part[]
  #done = 0
  #failure: { error: unknown } | undefined

  constructor(parts: readonly Part[]) {
    this.#parts = parts
  }

  /** The statement that PostgreSQL runs. */
  get #current(): Part | undefined {
    return this.#parts[this.#done]
  }

  /** pg keeps the text under the name when the current statement is prepared. */
  get name() {
    return this.#current?.name
  }

  get text() {
    return this.#current?.text
  }

  /** All statements with their values: what a hook of `query` sees of the message. */
  get statements() {
    return this.#parts.map(({ text, values = [] }) => ({ text, values }))
  }

  submit(connection: pg.Connection): null {
    const open = withoutSync(connection)
    connection.stream.cork()
    try {
      for (const part of this.#parts) {
        // A value of an earlier statement cannot be written: no later one may run without it.
        const error = this.#failure === undefined ? part.submit(open) : this.#failure.error
        if (error) part.handleError(error, connection)
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  /** Remembers the error of a statement, which may come before it is sent. */
  fail(error: unknown) {
    this.#failure ??= { error }
  }

  handleRowDescription(message: unknown) {
    this.#current?.handleRowDescription(message)
  }

  handleDataRow(message: unknown) {
    this.#current?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: pg.Connection) {
    this.#current?.handleCommandComplete(message, connection)
    this.#done += 1
  }

  handleEmptyQuery(connection: pg.Connection) {
    this.#current?.handleEmptyQuery(connection)
    this.#done += 1
  }

  handleError(error: unknown, connection: pg.Connection & Partial<Prepared>) {
    for (const part of this.#parts.slice(0, this.#done)) part.handleReadyForQuery(connection)
    for (const part of this.#parts.slice(this.#done)) {
      // PostgreSQL skipped it: the next use has to prepare it again.
      if (part.name !== undefined) delete connection.submittedNamedStatements?.[part.name]
      part.handleError(error, connection)
    }
  }

  handleReadyForQuery(connection: pg.Connection) {
    for (const part of this.#parts.slice(0, this.#done)) part.handleReadyForQuery(connection)
  }
}

interface Waiting {
  text: string
  values: readonly unknown[]
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Makes a connection send the statements that it gets in one turn of the program, before any of them is awaited, in one
 * message. A write to the socket and the wake-ups at both ends cost more processor time than a small statement. After a
 * failed statement the later ones reject with its error. A statement that comes alone is sent as before.
 */
export function joinStatements(client: Client, names: Names | undefined): void {
  const sendOne = client.query
  let waiting: Waiting[] = []

  function sendMany(statements: readonly Waiting[]) {
    let message: Message | undefined
    let hasFailed = false
    const parts = statements.map(({ text, values, resolve, reject }): Part => {
      const onDone = (error: unknown, result: unknown) => {
        if (!error) return resolve(result)
        message?.fail(error)
        // The first one that gets the error failed; the others were not run.
        if (!hasFailed && error instanceof Error && isStaleStatement(error)) names?.forget(text, error)
        hasFailed = true
        reject(error)
      }
      const name = names?.nameFor(text, values)
      return Reflect.construct(pg.Query, [
        { text, ...(name !== undefined && { name }), queryMode: 'extended', types: pg.types },
        values,
        onDone,
      ])
    })
    message = new Message(parts)
    Reflect.apply(pg.Client.prototype.query, client, [message])
  }

  function flush() {
    const [first, ...others] = waiting
    const all = waiting
    waiting = []
    if (first === undefined) return
    if (others.length > 0) return sendMany(all)
    const { text, values, resolve, reject } = first
    Promise.resolve(Reflect.apply(sendOne, client, [text, values])).then(resolve, reject)
  }

  const send = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0)
      return Reflect.apply(sendOne, client, [text, values, ...rest])
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (waiting.push({ text, values, resolve, reject }) === 1) queueMicrotask(flush)
    return promise
  }
  // pg declares `query` with many signatures; this one passes all of them on.
  client.query = send as pg.ClientBase['query']
}
