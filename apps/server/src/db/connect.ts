import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { tracedStatement } from '../integrations/tracing/spans.ts'
import { reasonOf } from './database-fault.ts'
import { ArrayDialect } from './dialect.ts'
import { isoOfText } from './instant-text.ts'
import { joinStatements } from './join-statements.ts'
import { createNames, prepareStatements } from './prepare-statements.ts'
import type { Database } from './types.ts'
import { isUnavailable } from './unavailable.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoOfText)

/** PostgreSQL ends a transaction that is idle this long, so that a hung or lost process cannot keep its locks. */
export const idleLimitMs = 60_000

/** After this wait for a connection the query fails: calls do not queue up behind a silent database. */
const connectLimitMs = 15_000

const poolOptions = {
  keepAlive: true,
  application_name: 'quincena',
} as const

/** What a connection pool asks of its connections. */
interface PoolOptions {
  /** Most connections. */
  max?: number
  /** For one statement; 0 is no limit. */
  statement_limit_ms?: number
  /** False behind a pooler that keeps no named statements. */
  names_statements?: boolean
  /** True behind a pooler, which takes no settings of a connection: `limitRole` sets them. */
  is_pooled?: boolean
  /** Longest wait for a connection of the pool. */
  connect_limit_ms?: number
}

/** Settings of a connection. No limit is said too: behind a pooler the role has one. */
const limitsOf = (statement_limit_ms: number) => ({
  idle_in_transaction_session_timeout: idleLimitMs,
  ...(statement_limit_ms > 0
    ? { statement_timeout: statement_limit_ms }
    : { options: '-c statement_timeout=0' }),
})

// The database may close a connection at any time. The code that uses it gets the error from its query.
const ignore = () => undefined

/** What `connect` opens a pool with: plain data, which a thread can be given. */
export interface DatabaseSettings {
  url: string
  options: PoolOptions
}

const settings = new WeakMap<Kysely<Database>, DatabaseSettings>()
const attempts = new WeakMap<Kysely<Database>, () => number>()
const pools = new WeakMap<Kysely<Database>, pg.Pool>()

/** True while a pool of `connect` opens a connection. */
export const isConnecting = (db: Kysely<Database>): boolean => (attempts.get(db)?.() ?? 0) > 0

/** The connections of a pool of `connect` now, and how many requests wait for one. */
export function poolOf(db: Kysely<Database>): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return {
    total: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    waiting: pool?.waitingCount ?? 0,
  }
}

/** The number of connections that the pool is opening now. */
function countAttempts(pool: pg.Pool): () => number {
  let open = 0
  pool.on('connect', () => {
    open += 1
  })
  pool.on('remove', () => {
    open -= 1
  })
  return () => pool.totalCount - open
}

/** Error of a write on a server that has become a replica. */
const isReadOnly = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25006'

/** The text of what is sent: a statement, or several in one message. */
function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent
  const { text, statements }: { text?: unknown; statements?: { text: string }[] } = Object(sent)
  return statements?.map((statement) => statement.text).join('; ') ?? String(text)
}

/**
 * Ends connections that no longer serve when they are given back, so that the pool opens others: those to a former
 * primary, and those with a statement that nobody waits for any more.
 */
function endUnfit(pool: pg.Pool) {
  const unfit = new WeakMap<pg.ClientBase, () => boolean>()
  pool.on('connect', (client) => {
    let running = 0
    let is_read_only = false
    const end = (error?: unknown) => {
      running -= 1
      is_read_only ||= isReadOnly(error)
    }
    const send = client.query
    const count = (...args: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(send, client, args)
      if (!(answer instanceof Promise)) return answer
      tracedStatement(textOf(args[0]), answer)
      running += 1
      answer.then(() => end(), end)
      return answer
    }
    // pg declares `query` with many signatures; this one passes all of them on.
    client.query = count as pg.ClientBase['query']
    unfit.set(client, () => running > 0 || is_read_only)
  })
  pool.on('release', (_error, client) => {
    if (unfit.get(client)?.()) void Promise.resolve(client.end()).catch(ignore)
  })
}

/** What a pool was opened with, for a thread that opens connections of its own. */
export function settingsOf(db: Kysely<Database>): DatabaseSettings {
  const opened = settings.get(db)
  if (opened === undefined) throw new Error('a pool of connect() is needed')
  return opened
}

/**
 * Opens the process's connection pool; `destroy()` closes it. Numbers of 8 bytes and numerics read as numbers, dates as
 * `YYYY-MM-DD`, instants as ISO 8601 in UTC.
 */
export function connect(url: string, options: PoolOptions = {}): Kysely<Database> {
  const { max = 20, statement_limit_ms = 0, names_statements = true, is_pooled = false } = options
  const { connect_limit_ms = connectLimitMs } = options
  const pool = new pg.Pool({
    ...poolOptions,
    connectionString: url,
    connectionTimeoutMillis: connect_limit_ms,
    max,
    ...(!is_pooled && limitsOf(statement_limit_ms)),
  })
  // The pool reports the error of an idle connection only. A connection that breaks between two statements of a
  // transaction emits 'error' itself, and an 'error' event without a listener ends the process.
  pool.on('error', ignore)
  const names = createNames()
  pool.on('connect', (client) => {
    client.on('error', ignore)
    if (names_statements) prepareStatements(client, names)
    joinStatements(client, names_statements ? names : undefined)
  })
  endUnfit(pool)
  const count = countAttempts(pool)
  const db = new Kysely<Database>({ dialect: new ArrayDialect({ pool }) })
  settings.set(db, { url, options })
  attempts.set(db, count)
  pools.set(db, pool)
  return db
}

const connectTimeoutMs = 60_000

/**
 * Resolves when the database answers: it may start after us, or still recover; the log has a line for each try. After
 * 60 s, and at any other error at once, throws that error.
 */
export async function awaitDatabase(
  db: Kysely<Database>,
  log: { warn: (line: string) => void },
): Promise<void> {
  const until = performance.now() + connectTimeoutMs
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
