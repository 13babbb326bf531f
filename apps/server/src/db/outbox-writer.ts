import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import type { Database, Db, Trx } from './types.ts'

interface Waiting {
  query: CompiledQuery
  /** Takes the rows. */
  keep?: ((rows: unknown[]) => void) | undefined
}

interface OpenTransaction {
  /** False until the first message with `begin` is sent. */
  begun: boolean
  /** Statements that wait for the next one. */
  waiting: Waiting[]
  /** Texts of the transaction's events, each once. */
  payloads: Set<string>
  /** Called after the commit, each once. */
  listeners: Set<() => void>
  /** The error of a statement that waited. It went to the next one, whose error may be handled, but nothing is committed. */
  failure?: { error: unknown }
}

/** The open transactions, by their connection. */
const transactions = new WeakMap<DatabaseConnection, OpenTransaction>()

/** What `inOneMessage` and `writeLater` send: a query of Kysely's builders or of `sql`. */
export interface Statement<Row> {
  compile: (db: Db | Trx) => CompiledQuery<Row>
}

/**
 * Sends several statements of a transaction, or several reads, in one message, which costs one round trip. PostgreSQL runs
 * them in the order of the calls of `send`, each with its own snapshot. All of them have to be sent at once, before any is
 * awaited. If one fails, the later ones do not run.
 */
export function inOneMessage<Result>(
  db: Db | Trx,
  work: (send: <Row>(statement: Statement<Row>) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  return db.getExecutor().provideConnection((connection) =>
    work(async <Row>(statement: Statement<Row>) => {
      const { rows } = await connection.executeQuery<Row>(statement.compile(db))
      return rows
    }),
  )
}

/** Kysely asks for a dialect and a driver, which a transaction that runs does not use. */
const unused = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction opens nothing')) })

/**
 * Runs reads of a transaction that do not depend on each other. Statements that they send at the same time, such as the
 * first of each, go in one message, in the order of the reads. Each read gets the same transaction. All of them end
 * before this throws the first error, so that no statement follows the end of the transaction.
 */
export function readTogether<Results extends readonly unknown[]>(
  trx: Trx,
  reads: { [Index in keyof Results]: (joined: Trx) => Promise<Results[Index]> },
): Promise<Results> {
  const executor = trx.getExecutor()
  return executor.provideConnection(async (connection) => {
    const joined = new Transaction<Database>({
      config: { dialect: unused },
      dialect: unused,
      driver: new DummyDriver(),
      executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
    })
    const running = reads.map((read) => read(joined))
    // The error that comes first: after it PostgreSQL refuses the statements of the other reads.
    const all = Promise.all(running)
    await Promise.allSettled([all, ...running])
    // TypeScript does not follow the tuple through `map`.
    return (await all) as unknown as Results
  })
}

/**
 * Sends a statement whose rows the caller does not need with the next statement of the transaction, before it, or with the
 * commit. Costs no round trip, and what follows sees what it wrote. Its error is that of the next statement or of the
 * commit, so it is not for a write whose error the command handles.
 */
export async function writeLater(trx: Trx, statement: Statement<unknown>): Promise<void> {
  await sendLater(trx, { query: statement.compile(trx) })
}

async function sendLater(trx: Trx, { query, keep }: Waiting): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    const open = transactions.get(connection)
    if (open !== undefined) return void open.waiting.push({ query, keep })
    const { rows } = await connection.executeQuery(query)
    keep?.(rows)
  })
}

/**
 * Sends a write of one row as `writeLater` does. The function that it returns gives the row, as the database wrote it,
 * after the next statement of the transaction; before that it throws.
 */
export async function insertLater<Row>(trx: Trx, statement: Statement<Row>): Promise<() => Row> {
  let kept: Row | undefined
  const keep = (rows: unknown[]) => {
    // The rows are those of this statement.
    kept = rows[0] as Row | undefined
  }
  await sendLater(trx, { query: statement.compile(trx), keep })
  return () => {
    if (kept === undefined) throw new Error('the row is not written yet')
    return kept
  }
}

/**
 * Adds an event to the transaction: `event_outbox` gets it with the commit, or nothing without one. `onCommit` is called
 * after the commit. Costs no round trip: the events go to the database in one message with the commit. Throws if the
 * transaction is not one of `connect`, whose commits alone write events.
 */
export async function writeAtCommit(trx: Trx, payload: string, onCommit: () => void): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    const open = transactions.get(connection)
    if (open === undefined) throw new Error('events need a transaction of connect()')
    open.payloads.add(payload)
    open.listeners.add(onCommit)
  })
}

const begin = CompiledQuery.raw('begin')

/** PostgreSQL takes several statements of one text only without parameters, and in a message of their own. */
const isSeveral = ({ sql, parameters }: CompiledQuery) => parameters.length === 0 && sql.includes(';')

type Send = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>

/** Takes what waits, `begin` first. */
function takeWaiting(open: OpenTransaction): Waiting[] {
  const waiting = open.waiting.splice(0)
  if (open.begun) return waiting
  open.begun = true
  return [{ query: begin }, ...waiting]
}

/** Makes the statements of a connection take those along that wait. */
function takeAlong(connection: DatabaseConnection): void {
  const send: Send = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(statement: CompiledQuery) => {
    const open = transactions.get(connection)
    const waiting = open === undefined ? [] : takeWaiting(open)
    if (waiting.length === 0) return send<Row>(statement)
    const keepFailure = (error: unknown) => {
      if (open !== undefined) open.failure ??= { error }
      throw error
    }
    const earlier = waiting.map(({ query, keep }) =>
      send(query).then(({ rows }) => keep?.(rows), keepFailure),
    )
    if (isSeveral(statement)) await Promise.all(earlier)
    const [result] = await Promise.all([send<Row>(statement), ...earlier])
    return result
  }
}

const insertEvents = (payloads: Set<string>) =>
  CompiledQuery.raw('insert into event_outbox (payloads) values ($1)', [[...payloads]])

class OutboxDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = await super.acquireConnection(...options)
    if (!this.#known.has(connection)) takeAlong(connection)
    this.#known.add(connection)
    return connection
  }

  /** `begin` goes with the first statement; with settings it is sent at once. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const { isolationLevel, accessMode } = settings
    const begun = isolationLevel !== undefined || accessMode !== undefined
    if (begun) await super.beginTransaction(connection, settings)
    transactions.set(connection, { begun, waiting: [], payloads: new Set(), listeners: new Set() })
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const open = transactions.get(connection)
    if (open === undefined) return super.commitTransaction(connection)
    const { waiting, payloads, listeners, failure } = open
    if (failure !== undefined) throw failure.error
    const isEmpty = !open.begun && waiting.length === 0 && payloads.size === 0
    if (isEmpty) return void transactions.delete(connection)
    // After a failed statement the insert fails too, so this never ends an aborted transaction as if it were committed.
    if (payloads.size > 0) waiting.push({ query: insertEvents(payloads) })
    try {
      await super.commitTransaction(connection)
    } finally {
      transactions.delete(connection)
    }
    for (const listener of listeners) listener()
  }

  override async rollbackTransaction(...[connection]: Parameters<PostgresDriver['rollbackTransaction']>) {
    const open = transactions.get(connection)
    transactions.delete(connection)
    if (open?.begun !== false) await super.rollbackTransaction(connection)
  }
}

/** PostgreSQL for Kysely, with commits that write the events of `writeAtCommit`. */
export class OutboxDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new OutboxDriver(this.#config)
  }
}
