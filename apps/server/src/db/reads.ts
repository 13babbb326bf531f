import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseConnection, type RawBuilder, sql } from 'kysely'
import { reasonOf } from './database-fault.ts'
import type { Db } from './types.ts'
import { isUnavailable } from './unavailable.ts'

/** The log's position in bytes: what a primary wrote, or a replica replayed. Exact up to 9 PB of log. */
export const walPosition: RawBuilder<number> = sql<number>`pg_wal_lsn_diff(
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end, '0/0')::bigint`

const freshForMs = 5_000
/** All that a position of the primary has is on its replicas after this time, if the primary works until then. */
const settledAfterMs = 1_000
/** After a failure of the replica or of the primary, it is not asked for this time. */
const replicaAwayMs = 5_000
const primaryAwayMs = 1_000
/** Longest wait for the primary where a replica can answer. */
const primaryLimitMs = 2_000
/** A replica replays a commit some milliseconds after the primary has answered it. */
const secondLookMs = 10

/** What a request has to see: a position of the log; undefined means that only the primary shows it. */
export interface Needs {
  needed_position?: number | undefined
}

/** Positions that the look-up of a session reads in passing. */
export interface Positions {
  /** Where the log was after the last change by the session. */
  written_position?: number | null
  /** Where the log is now. */
  position?: number
}

export interface Reads {
  /** The pool of the replica's connections, if there is one. */
  replica: Db | undefined
  /**
   * Runs reads for lists, figures and files, all on one server: on a replica that shows what the caller needs to see,
   * else on the primary. Not for what decides about money.
   */
  run: <T>(needs: Needs | undefined, work: (db: Db) => Promise<T>) => Promise<T>
  /**
   * Runs `find` on the primary and adds what the request has to see. With `mayLag` a replica answers if the primary does
   * not, with what the primary had a second before at the latest.
   */
  find: <T extends object>(
    find: (db: Db) => Promise<(T & Positions) | undefined>,
    mayLag: boolean,
  ) => Promise<(T & Needs) | undefined>
  /** As `run`, for a file that is read until `release`. */
  take: (needs: Needs | undefined) => Promise<{ db: Db; release: () => void }>
  /** Others committed something that they want to be read: from now on replicas have to show it. */
  noteNews: () => void
}

interface Log {
  warn: (fields: object, line: string) => void
}

/** Error 40001 of a replica: the primary removed rows that the statement still needed. */
const isRecoveryConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '40001'

/** Error 57014: the statement took too long, and would take as long on the primary. */
const isTooSlow = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014'

const isAway = (error: unknown): error is Error =>
  error instanceof Error && isUnavailable(error) && !isTooSlow(error)

async function within<T>(limit_ms: number, work: Promise<T>): Promise<T> {
  const limit = new AbortController()
  const late = sleep(limit_ms, undefined, { signal: limit.signal }).then(() => {
    throw new Error('timeout expired')
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    limit.abort()
    // If it fails after the limit, nobody waits for it.
    work.catch(() => undefined)
  }
}

/** Remembers that a server does not answer; warns once until it answers again. */
function createAbsence(log: Log, { line, pause_ms }: { line: string; pause_ms: number }) {
  let until_ms = 0
  let error: Error | undefined
  return {
    /** The failure, while the server is not to be asked. */
    now: () => (performance.now() < until_ms ? error : undefined),
    begin(failure: Error) {
      if (error === undefined) log.warn({ reason: reasonOf(failure) }, line)
      error = failure
      until_ms = performance.now() + pause_ms
    },
    end() {
      error = undefined
      until_ms = 0
    },
  }
}

/** Reads where there is no replica. */
function openPrimaryReads(db: Db): Reads {
  return {
    replica: undefined,
    run: (_needs, work) => work(db),
    take: async () => ({ db, release: () => undefined }),
    find: (find) => find(db),
    noteNews: () => undefined,
  }
}

/** The connections of a pool to one or several replicas behind one address. */
function openReplicas(replica: Db, log: Log) {
  const replayed = new WeakMap<DatabaseConnection, number>()
  const absence = createAbsence(log, {
    line: 'no replica answers, so lists are read from the primary',
    pause_ms: replicaAwayMs,
  })

  /** Each connection may lead to another replica, so each is asked. */
  async function hasReplayed(copy: Db, position: number): Promise<boolean> {
    const connection = await copy.getExecutor().provideConnection(async (own) => own)
    for (const wait_ms of [0, secondLookMs]) {
      if ((replayed.get(connection) ?? 0) >= position) return true
      if (wait_ms > 0) await sleep(wait_ms)
      const { rows } = await sql<{ position: number | null }>`select ${walPosition} as position`.execute(copy)
      replayed.set(connection, rows[0]?.position ?? 0)
    }
    return (replayed.get(connection) ?? 0) >= position
  }

  async function tryReplica<T>(position: number, work: (db: Db) => Promise<T>) {
    const done = await replica
      .connection()
      .execute(async (copy) =>
        (await hasReplayed(copy, position)) ? { value: await work(copy) } : undefined,
      )
    absence.end()
    return done
  }

  /** `tryReplica`, or the failure of a replica that is away. */
  async function tryOrFail<T>(position: number, work: (db: Db) => Promise<T>) {
    try {
      return { done: await tryReplica(position, work) }
    } catch (error) {
      if (isRecoveryConflict(error)) return { done: undefined }
      if (!isAway(error)) throw error
      return { failure: error }
    }
  }

  /**
   * The result of the work on a replica that has replayed the position; undefined if none has, or none answers. A second
   * try follows a connection that broke: another replica may stand behind the address.
   */
  return async function onReplica<T>(
    position: number,
    work: (db: Db) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    if (absence.now() !== undefined) return undefined
    const first = await tryOrFail(position, work)
    if (first.failure === undefined) return first.done
    const second = await tryOrFail(position, work)
    if (second.failure !== undefined) absence.begin(second.failure)
    return second.done
  }
}

/** The positions of the primary that look-ups of sessions read. */
function rememberPositions(fresh_ms: number) {
  let floor: { position: number; at_ms: number } | undefined
  let candidate: { position: number; at_ms: number } | undefined
  let settled: number | undefined
  let news = 0
  let seen_news = 0

  /** The log reaches a replica a moment after the primary; what it wrote right before it failed may reach none. */
  function settle(position: number, at_ms: number) {
    if (candidate !== undefined && at_ms - candidate.at_ms < settledAfterMs) return
    settled = candidate?.position
    candidate = { position, at_ms }
  }

  return {
    news: () => news,
    noteNews() {
      news += 1
    },
    /** Takes a position that was read after `news_before` events. */
    take(position: number, news_before: number) {
      const at_ms = performance.now()
      settle(position, at_ms)
      const is_fresh = floor !== undefined && at_ms - floor.at_ms < fresh_ms
      if (news_before < seen_news || (seen_news === news && is_fresh)) return
      floor = { position, at_ms }
      seen_news = news_before
    },
    /** What a session has to see that wrote until there; undefined if only the primary shows it now. */
    neededBy: (written: number | null | undefined) =>
      seen_news === news && floor !== undefined ? Math.max(floor.position, written ?? 0) : undefined,
    /** The last position after which the primary still answered for a second; undefined at the start. */
    settled: () => settled,
  }
}

interface Servers {
  db: Db
  replica: Db | undefined
  log: Log
  /** A change that no event tells of is in every list after this time. */
  fresh_ms?: number
}

/**
 * Chooses the server that lists are read from. A replica answers if it has replayed (1) what the session changed, which
 * is known to all processes, (2) what this process was notified of by events, and (3) what was committed five seconds ago. All
 * three are positions of the log that the look-up of the session reads from the primary anyway.
 */
export function openReads({ db, replica, log, fresh_ms = freshForMs }: Servers): Reads {
  if (replica === undefined) return openPrimaryReads(db)
  const onReplica = openReplicas(replica, log)
  const absence = createAbsence(log, {
    line: 'the primary does not answer, so lists are read from a replica',
    pause_ms: primaryAwayMs,
  })
  const positions = rememberPositions(fresh_ms)

  async function findOnPrimary<T extends object>(find: (db: Db) => Promise<(T & Positions) | undefined>) {
    const news_before = positions.news()
    const found = await find(db)
    if (found?.position !== undefined) positions.take(found.position, news_before)
    return found && { ...found, needed_position: positions.neededBy(found.written_position) }
  }

  async function findOnReplica<T extends object>(
    find: (db: Db) => Promise<(T & Positions) | undefined>,
    failure: Error,
  ) {
    const settled = positions.settled()
    const found = settled === undefined ? undefined : (await onReplica(settled, find))?.value
    // A session that is not there may be newer than the replica.
    if (found === undefined) throw failure
    return { ...found, needed_position: settled }
  }

  async function run<T>(needs: Needs | undefined, work: (db: Db) => Promise<T>): Promise<T> {
    const position = needs?.needed_position
    const done = position === undefined ? undefined : await onReplica(position, work)
    return done === undefined ? work(db) : done.value
  }

  return {
    replica,
    run,
    async take(needs) {
      const taken = Promise.withResolvers<Db>()
      const released = Promise.withResolvers<void>()
      const hold = (held: Db) => {
        taken.resolve(held)
        return released.promise
      }
      run(needs, hold).catch(taken.reject)
      return { db: await taken.promise, release: released.resolve }
    },
    async find(find, mayLag) {
      if (!mayLag) return findOnPrimary(find)
      const known = absence.now()
      if (known !== undefined) return findOnReplica(find, known)
      try {
        const found = await within(primaryLimitMs, findOnPrimary(find))
        absence.end()
        return found
      } catch (error) {
        if (!isAway(error)) throw error
        absence.begin(error)
        return findOnReplica(find, error)
      }
    },
    noteNews: positions.noteNews,
  }
}
